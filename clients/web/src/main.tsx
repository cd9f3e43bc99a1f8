import { render } from "preact";
import { Page } from "./page.js";

const place = document.getElementById("page");
if (place !== null) {
  render(<Page />, place);
}
