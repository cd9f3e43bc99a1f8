import { listed } from "../words/listed.js";
import { quantity } from "../words/quantity.js";
import type { Income } from "./components.js";

/** What an income gives, such as "$3" or "1 goods cube or $3"; "nothing" for none. */
export function incomeWords(income: Income): string {
  if (income.choice.length > 0) {
    return listed(income.choice.map(incomeWords), "or");
  }
  const parts = [
    ...(income.money > 0 ? [`$${income.money}`] : []),
    ...(income.goods > 0 ? [quantity(income.goods, "goods cube")] : []),
    ...(income.vp > 0 ? [`${income.vp} VP`] : []),
    ...(income.studyPoints > 0 ? [quantity(income.studyPoints, "study point")] : []),
    ...(income.newEmployee > 0 ? [quantity(income.newEmployee, "new employee")] : []),
  ];
  return parts.length === 0 ? "nothing" : listed(parts);
}

/** The same in two or three short lines, as it is printed on a space. */
export function incomeLines(income: Income): readonly string[] {
  if (income.choice.length > 0) {
    return income.choice.map((part, index) => `${index > 0 ? "or " : ""}${incomeLines(part).join(" ")}`);
  }
  return [
    ...(income.money > 0 ? [`$${income.money}`] : []),
    ...(income.goods > 0 ? [`${income.goods} goods`] : []),
    ...(income.vp > 0 ? [`${income.vp} VP`] : []),
    ...(income.studyPoints > 0 ? [`${income.studyPoints} study`] : []),
    ...(income.newEmployee > 0 ? [`+${income.newEmployee} emp.`] : []),
  ];
}
