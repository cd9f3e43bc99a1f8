/** Control characters, ends of lines, and halves of characters without their other half. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * What is not seen itself, such as a space of no width, or what turns the direction of all that follows. Joiners and
 * variation selectors stay: words of some languages, and emoji, are spelled with them.
 */
const UNSEEN = /(?!\p{Join_Control}|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

/** A text from elsewhere, such as a file, as it can be shown amid other words. */
export const plainText = (text: string): string => text.replace(UNFIT, " ").replace(UNSEEN, "");
