import type { Language } from '@plinth/contracts';
import { markup, type Html } from './html';

/** A page with all that it needs: nothing is loaded, and no script runs. */
export function page(language: Language, title: string, body: Html): string {
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`.written;
}

export const table = (heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html =>
  markup`<table><thead><tr>${heads.map((head) => markup`<th>${head}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`;

export const code = (text: string): Html => markup`<pre><code>${text}</code></pre>`;

const STYLE: Html = {
  written:
    'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c;background:#fff}' +
    'table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{border:1px solid #d0d0d0;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
    'th{background:#f3f3f3}pre{background:#f6f6f6;padding:.75rem;overflow:auto}dt{font-weight:600}dd{margin:0 0 .4rem 1rem}a{color:#0b57d0}' +
    '@media (prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}th,pre{background:#242424}th,td{border-color:#444}a{color:#8ab4f8}}',
};
