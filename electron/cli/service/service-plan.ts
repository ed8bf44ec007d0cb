import { realpathSync } from 'node:fs';
import { EXIT } from '../exit-codes.ts';

/** The program that a system's service manager starts. */
export interface ServicePlan {
  /** The program and its arguments. */
  command: readonly string[];
  dataDir: string;
  /** Plinth's variables of the shell that installs the service. A service manager does not pass them on. */
  variables: Readonly<Record<string, string>>;
}

const VARIABLES = ['PLINTH_PORT', 'PLINTH_CONSOLE_PORT', 'PLINTH_KEYCHAIN', 'PLINTH_LOG'];

/** Another start would end with the same exit code. */
export const FINAL_EXIT_CODES = [EXIT.usage];

/** Plans the service of this installation. It prints no login link, because a service's output goes to a log. */
export function servicePlan(dataDir: string): ServicePlan {
  // npm starts the command over a link, which an update of npm or of the shell can move.
  const launcher = realpathSync(process.argv[1]!);
  return {
    command: [process.execPath, launcher, '--data-dir', dataDir, 'serve', '--no-link', '--wait'],
    dataDir,
    variables: Object.fromEntries(
      VARIABLES.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : [])),
    ),
  };
}

/** A service manager of an operating system, with Plinth's entry in it. */
export interface ServiceManager {
  /** The file that describes the service to the manager. */
  readonly file: string;
  /** Where a person reads the service's output. */
  readonly log: string;
  install(plan: ServicePlan): Promise<void>;
  restart(): Promise<void>;
  uninstall(): Promise<void>;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an XML element or attribute. */
export const xmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);
