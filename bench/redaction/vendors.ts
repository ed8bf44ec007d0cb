import { RULES } from '../../electron/redaction/rules/vendors.ts';

/** The section of docs/redaction.md with the vendors whose formats are known. */
export const [VENDORS_BEGIN, VENDORS_END] = ['<!-- vendors begin -->', '<!-- vendors end -->'];

/** Lists the vendors of all rows, and how many formats each has if there are several. */
export function vendorList(): string {
  const formats = new Map<string, number>();
  for (const { vendor, tier } of RULES)
    if (tier === 'definite')
      for (const name of vendor.split(', ')) formats.set(name, (formats.get(name) ?? 0) + 1);
  return [...formats]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, count]) => (count === 1 ? name : `${name} (${count})`))
    .join(' · ');
}

/** Writes the list into the page. Throws if the page has no place for it. */
export function withVendors(page: string): string {
  const from = page.indexOf(VENDORS_BEGIN);
  const to = page.indexOf(VENDORS_END);
  if (from === -1 || to < from) throw new Error('the page has no place for the vendors');
  return `${page.slice(0, from + VENDORS_BEGIN.length)}\n${vendorList()}\n${page.slice(to)}`;
}
