import type { Surround } from './text-lines.ts';

const CODE = `\`\`\`js
const rows = await query('select id, total, currency from orders where shop = $1', [shop]);
for (const row of rows) {
  total += row.total * rates.get(row.currency);
  if (row.total > limit) report(row.id, row.total);
}
`;
const CODE_LENGTH = 900;

const PROSE = `The report page loads all rows of the year and sorts them in the browser, which takes nine seconds on the \
tablet in the workshop. We tried to move the sorting to the query, but then the totals at the bottom were those of one \
page only. The export uses the same query and must keep its order, because the accountant compares it with last month \
line by line. There is a test for the export and none for the page.

I would rather have two queries, one for the rows and one for the totals, and a small cache for the second. The cache may \
be stale for a minute. Please do not add a new dependency for it, and leave the column names alone, since the \
spreadsheet of the accountant refers to them.

`;
const PROSE_LENGTH = 5000;

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

/** What a prompt can stand in: a code block of 900 characters behind it, or 5,000 characters of prose around it. */
export const SURROUNDINGS: Readonly<Record<string, Surround>> = {
  code: (prompt) => `${prompt}\n\n${repeated(CODE, CODE_LENGTH).replaceAll('\n```js', '')}\`\`\`\n`,
  prose: (prompt) => `${repeated(PROSE, PROSE_LENGTH / 2)}${prompt}\n\n${repeated(PROSE, PROSE_LENGTH / 2)}`,
};
