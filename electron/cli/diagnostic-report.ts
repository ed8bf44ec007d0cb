import { arch, release } from 'node:os';
import { join } from 'node:path';
import type { Diagnostics } from '../../shared/control.ts';
import type { DoctorFinding } from '../../shared/doctor.ts';
import { LOG_FOLDER } from '../platform/log.ts';
import { readOwnText } from '../platform/regular-file.ts';
import { PLINTH_VERSION } from '../platform/version.ts';

/** Enough for the last start and the errors after it. */
const LOG_LINES = 200;

/** Members of a log line that could name the computer or a folder. */
const HIDDEN = new Set(['hostname', 'dataDir', 'path']);

/** Returns the last lines of the log, none where there is no log, and null where it cannot be read. */
function logLines(dataDir: string): unknown[] | null {
  let text: string;
  try {
    text = readOwnText(join(dataDir, LOG_FOLDER, 'plinth.log'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null;
  }
  return text
    .trimEnd()
    .split('\n')
    .slice(-LOG_LINES)
    .flatMap((line) => {
      try {
        return [JSON.parse(line, (name, value) => (HIDDEN.has(name) ? undefined : value))];
      } catch {
        // A crash can cut the last line.
        return [];
      }
    });
}

/**
 * Makes a report to attach to a bug report: versions, states, counts and log lines. It has no receipt, no name of an
 * integration or a user, and no path.
 */
export function diagnosticReport(
  dataDir: string,
  findings: readonly DoctorFinding[],
  diagnostics: Diagnostics,
): object {
  const { status, stores, refusalsByCode, faults, setAside, telemetry } = diagnostics;
  return {
    plinth: PLINTH_VERSION,
    host: {
      version: status.version,
      kind: status.host,
      startedAt: status.startedAt,
      addresses: status.addresses.length,
    },
    system: { platform: process.platform, release: release(), arch: arch(), node: process.versions.node },
    recording: status.recording.state,
    vault: status.vault,
    // The parameters of a finding can have a path or a name.
    findings: findings.map(({ check, level, code }) => ({ check, level, code })),
    stores,
    refusalsByCode,
    faults,
    setAside: setAside.length,
    // Without the names of the integrations.
    telemetry: telemetry.map(({ integration: _, ...counts }) => counts),
    log: logLines(dataDir),
  };
}
