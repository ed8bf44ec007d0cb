import { BinaryContent } from '../../shared/text-decoding.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import { type Input, listInputs, type UnreadableInput } from './redact-inputs.ts';
import { formatInteger, MOST_LISTED, type RedactOptions } from './redact-options.ts';
import { createTextRedactor, maskedParts, type PlacedFinding, redactData } from './redact-preview.ts';
import { note } from './terminal-notes.ts';
import { onOneLine, printable, printJson, write } from './terminal-text.ts';

type Redactor = ReturnType<typeof createTextRedactor>;

const counted = (count: number, one: string, many: string) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

async function* findingsOf(input: Input, redactor: Redactor, data: boolean): AsyncGenerator<PlacedFinding> {
  if (data) yield* (await redactData(input)).findings;
  else for await (const { masks } of maskedParts(input, redactor)) yield* masks;
}

interface Listing {
  findings: PlacedFinding[];
  count: number;
  /** `not_json`: `--data` needs a JSON value that fits in an event. */
  problem?: 'binary' | 'not_readable' | 'not_json';
}

const lineOf = (name: string, { rule, tier, removed, line, column }: PlacedFinding) => {
  const place = line === undefined ? '' : `${line}:${column}:`;
  return `${onOneLine(name)}:${place} ${rule} (${tier}), ${counted(removed, 'character', 'characters')}\n`;
};

async function listOne(
  input: Input | UnreadableInput,
  redactor: Redactor,
  options: RedactOptions,
): Promise<Listing> {
  const listing: Listing = { findings: [], count: 0 };
  const notReadable = () => {
    console.error(`${onOneLine(input.name)} cannot be read.`);
    return { ...listing, problem: 'not_readable' as const };
  };
  if ('problem' in input) return notReadable();
  try {
    for await (const finding of findingsOf(input, redactor, options.data === true)) {
      const { rule, tier, removed, line, column } = finding;
      if (options.tier !== undefined && !options.tier.includes(tier)) continue;
      listing.count += 1;
      if (options.json !== true) await write(lineOf(input.name, finding));
      else if (listing.findings.length < MOST_LISTED)
        listing.findings.push({
          ...{ rule, tier, removed },
          ...(line === undefined ? {} : { line, column: column! }),
        });
    }
  } catch (error) {
    if (error instanceof BinaryContent) return { ...listing, problem: 'binary' };
    if (error instanceof Error && 'syscall' in error) return notReadable();
    if (!(error instanceof CommandFailure)) throw error;
    console.error(`${onOneLine(input.name)}: ${printable(error.message)}`);
    return { ...listing, problem: 'not_json' };
  }
  return listing;
}

/** Lists the findings of many inputs, and returns their number. */
export async function listFindings(paths: readonly string[], options: RedactOptions): Promise<number> {
  const redactor = createTextRedactor();
  let [places, looked, withFindings, binary] = [0, 0, 0, 0];
  for await (const input of listInputs(paths)) {
    const { findings, count, problem } = await listOne(input, redactor, options);
    places += count;
    if (count > 0) withFindings += 1;
    if (problem === undefined) looked += 1;
    else if (problem === 'binary') binary += 1;
    else process.exitCode = EXIT.refused;
    if (options.json === true && (count > 0 || problem !== undefined))
      printJson({
        file: input.name,
        findings,
        ...(count > findings.length ? { findingsNotListed: count - findings.length } : {}),
        ...(problem === undefined ? {} : { problem }),
      });
  }
  const files = counted(looked, 'file', 'files');
  note(
    places === 0
      ? `Nothing would be masked in ${files}.`
      : `${counted(places, 'place', 'places')} in ${formatInteger(withFindings)} of ${files} would be masked.`,
  );
  if (binary > 0) note(`${counted(binary, 'binary file was', 'binary files were')} skipped.`);
  return places;
}
