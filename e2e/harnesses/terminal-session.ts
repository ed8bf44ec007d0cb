import { execFileSync } from 'node:child_process';

const COLUMNS = 160;
const ROWS = 50;
const LOOK_MS = 1000;
/** A terminal interface that has not changed for this many looks waits for input. */
const QUIET_LOOKS = 3;
const MAX_LOOKS = 60;
/** A program works for so many looks before something else is typed. */
const LOOKS_AT_WORK = 3;

/** Questions that a program asks before it takes a prompt. The answer is its first choice. */
const QUESTION =
  /do you trust|trust (?:this|the) (?:folder|files|workspace)|press enter to continue|\(y\/n\)/i;

const wait = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** Drives a program in a terminal as a person does: waits until it takes input, types a prompt, and waits for its end. */
export async function typeIntoTerminal(
  command: readonly string[],
  options: {
    cwd: string;
    env: NodeJS.ProcessEnv;
    prompt: string;
    /** What is typed while the program works on the prompt. */
    meanwhile?: string | undefined;
    isDone(): Promise<boolean>;
  },
): Promise<string> {
  const name = `plinth-cells-${process.pid}`;
  const tmux = (...words: string[]) => execFileSync('tmux', ['-L', name, ...words], { encoding: 'utf8' });
  const variables = Object.entries(options.env).flatMap(([key, value]) =>
    value === undefined || key === 'TERM' ? [] : ['-e', `${key}=${value}`],
  );
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  tmux('new-session', '-d', '-s', name, ...size, '-c', options.cwd, ...variables, ...command);
  const screen = () => tmux('capture-pane', '-p', '-t', name);
  const keys = (...words: string[]) => tmux('send-keys', '-t', name, ...words);
  let last = '';
  try {
    let typed = false;
    let meanwhile = options.meanwhile;
    let worked = 0;
    let quiet = 0;
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      await wait();
      const now = screen();
      quiet = now === last && now.trim() !== '' ? quiet + 1 : 0;
      last = now;
      if (typed && (await options.isDone())) break;
      if (typed) worked += 1;
      if (meanwhile !== undefined && worked === LOOKS_AT_WORK) {
        keys('-l', meanwhile);
        meanwhile = undefined;
        await wait();
        keys('Enter');
      }
      if (quiet < QUIET_LOOKS || typed) continue;
      quiet = 0;
      if (QUESTION.test(now)) keys('Enter');
      else {
        keys('-l', options.prompt);
        await wait();
        // A program that asks something else shows no prompt. Its first choice is taken.
        typed = screen().includes(options.prompt);
        keys('Enter');
      }
    }
    // The usual ways to leave such a program.
    for (const key of ['C-c', 'C-c', 'C-d']) {
      keys(key);
      await wait();
    }
  } catch {
    // The program has ended, and its terminal with it.
  } finally {
    try {
      tmux('kill-server');
    } catch {
      // It has ended already.
    }
  }
  return last;
}
