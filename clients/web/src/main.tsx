import "./style/tokens.css";
import "./style/page.css";
import "./style/start.css";
import "./style/game.css";
import "./style/score.css";
import "./style/box.css";
import { render } from "preact";
import { Page } from "./page.js";

const place = document.getElementById("page");
if (place !== null) {
  render(<Page />, place);
}
