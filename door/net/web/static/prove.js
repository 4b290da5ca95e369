// A game's page: prove the lines in the text area, and show what was worked out.
import { prove } from '{{proof.js}}';

const find = (id) => document.getElementById(id);
const sentences = JSON.parse(find("lines").dataset.reasons);
const said = (name, values) => sentences[name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

find("prove").addEventListener("click", () => {
  find("verdict").textContent = "";
  const { verdict, reason, values, steps } = prove(find("lines").value.split("\n").filter(Boolean));
  find("verdict").textContent = said(verdict, { why: reason && said(reason, values) });
  find("verdict").dataset.verdict = verdict;
  find("steps").tBodies[0].replaceChildren(...steps.map(({ given, move, score }) => {
    const row = document.createElement("tr");
    for (const text of [given, move, score]) row.insertCell().textContent = text;
    return row;
  }));
  find("steps").hidden = steps.length === 0;
});
