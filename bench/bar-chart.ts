const WIDTH = 720;
const BAR_HEIGHT = 28;
const ROW_HEIGHT = 44;
const LABEL_WIDTH = 190;
const TOP = 56;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Draws a horizontal bar chart as SVG. The largest value fills the width. The colours work on light and dark
 * pages.
 */
export function renderBarChart(title: string, bars: readonly { label: string; value: number }[]): string {
  const largest = Math.max(...bars.map(({ value }) => value));
  const scale = (WIDTH - LABEL_WIDTH - 80) / largest;
  const rows = bars.map(({ label, value }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const width = Math.round(value * scale);
    const fill = index === 0 ? '#0F766E' : '#A8A29E';
    return [
      `<text x="${LABEL_WIDTH - 12}" y="${y + 19}" text-anchor="end">${escapeXml(label)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}" rx="4" fill="${fill}"/>`,
      `<text x="${LABEL_WIDTH + width + 10}" y="${y + 19}">${value.toFixed(2)}</text>`,
    ].join('\n');
  });
  const height = TOP + bars.length * ROW_HEIGHT + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">
<style>text { fill: #44403C } @media (prefers-color-scheme: dark) { text { fill: #D6D3D1 } }</style>
<text x="16" y="28" font-size="15" font-weight="600">${escapeXml(title)}</text>
${rows.join('\n')}
</svg>
`;
}
