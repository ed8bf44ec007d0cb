import type { Score, Share } from './score.ts';
import { KINDS } from './text-format.ts';

export const percent = ({ total, masked }: Share) =>
  total === 0 ? '–' : `${((100 * masked) / total).toFixed(1)} %`;

/** The normal quantile of an interval of 95 %. */
const QUANTILE = 1.96;

/** Returns the Wilson interval of a share, in percent. */
export function interval({ total, masked }: Share): string {
  if (total === 0) return '–';
  const square = QUANTILE ** 2;
  const share = masked / total;
  const centre = share + square / (2 * total);
  const reach = QUANTILE * Math.sqrt((share * (1 - share)) / total + square / (4 * total ** 2));
  const bound = (value: number) => ((100 * value) / (1 + square / total)).toFixed(1);
  return `${bound(centre - reach)}–${bound(centre + reach)}`;
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const NAMES: Record<(typeof KINDS)[number], string> = {
  labelled: 'beside a label',
  shaped: 'of a known form, without a label',
  implied: 'told by their place alone',
  guessable: 'guessable words as passwords',
  prose: 'in prose, 28 languages',
  decoy: '',
};
const GOALS: Partial<Record<(typeof KINDS)[number], string>> = { labelled: '98 %', prose: '90 %' };

/** Returns the short table in docs/redaction.md. */
export function summaryTable(score: Score): string {
  const rows = KINDS.flatMap((kind) => {
    const share = score.kinds.get(kind);
    return share === undefined ? [] : [[NAMES[kind], String(share.total), percent(share), GOALS[kind] ?? '']];
  });
  const { total, lost } = score.otherWords;
  return markdown(
    ['Secrets', 'Count', 'Masked', 'Goal'],
    [
      ...rows,
      ['**all**', `${score.secrets.total}`, `**${percent(score.secrets)}**`, '95 %'],
      [`false masks in ${score.decoys} texts without a secret`, String(score.falseMasks), '', '0'],
      [
        'other words that masks took along',
        `${lost} of ${total}`,
        `${((100 * lost) / total).toFixed(2)} %`,
        '',
      ],
      ...(score.keep.total === 0
        ? []
        : [['pieces that had to remain, and did not', `${score.keep.lost} of ${score.keep.total}`, '', '']]),
    ],
  );
}

/** Returns all shares of the score, the lowest first. */
export function fullTable(score: Score): string {
  const table = (head: string, shares: ReadonlyMap<string, Share>) =>
    markdown(
      [head, 'Secrets', 'Masked', '95 %'],
      [...shares]
        .sort(([, one], [, other]) => one.masked / one.total - other.masked / other.total)
        .map(([name, share]) => [name, String(share.total), percent(share), interval(share)]),
    );
  return [
    table('Category', score.categories),
    table('Language', score.languages),
    summaryTable(score),
    `95 % interval of all: ${interval(score.secrets)}`,
  ].join('\n\n');
}

/** Returns the committed form of the score: counts only. */
export function toRecord(score: Score, seed: number) {
  const sorted = <Key extends string>(shares: ReadonlyMap<Key, Share>) =>
    Object.fromEntries([...shares].sort(([one], [other]) => (one < other ? -1 : 1)));
  const { texts, secrets, decoys, falseMasks, otherWords } = score;
  return {
    seed,
    texts,
    secrets,
    decoys,
    falseMasks,
    otherWords,
    kinds: sorted(score.kinds),
    categories: sorted(score.categories),
    languages: sorted(score.languages),
  };
}
