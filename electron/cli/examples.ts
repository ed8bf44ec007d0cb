import type { Command } from 'commander';

interface Example {
  /** The words after `plinth`, as a person types them in a shell. */
  line: string;
  /** What it does, if the words do not say it. */
  about?: string;
}

/** Examples of each command, by its path. Every command that does something has one. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  '': [
    { line: 'serve', about: 'run Plinth in this terminal' },
    { line: 'status', about: 'show whether it runs, and what it records' },
    { line: 'bridge connect claude-code', about: 'let Claude Code report automatically' },
    { line: 'tail --follow', about: 'print new receipts as they arrive' },
  ],
  serve: [{ line: 'serve' }, { line: 'serve --port 0 --no-link' }],
  'service install': [{ line: 'service install' }],
  'service status': [{ line: 'service status --json' }],
  'service restart': [{ line: 'service restart' }],
  'service uninstall': [{ line: 'service uninstall' }],
  uninstall: [
    { line: 'uninstall --dry-run', about: 'only list what would be removed' },
    { line: 'uninstall' },
  ],
  status: [{ line: 'status' }, { line: 'status --json', about: 'exits with 3 where Plinth does not run' }],
  open: [{ line: 'open' }],
  changes: [
    { line: 'changes', about: 'of the git repository in this folder' },
    { line: 'changes ~/work/shop --check', about: 'exits with 1 if a change was not reported' },
  ],
  run: [
    { line: 'run -- python3 agent.py' },
    { line: 'run --name nightly -- npm run agent', about: 'with a name that stays the same' },
  ],
  acp: [
    {
      line: 'acp -- npx -y @zed-industries/claude-code-acp',
      about: 'as the command of an agent in the settings of an editor',
    },
  ],
  send: [
    { line: "send prompt 'Explain this function.' --to anthropic" },
    { line: 'send command -', about: 'from standard input' },
    { line: `send file.changed --data '{"path":"src/app.ts","changeType":"modified"}'` },
  ],
  'token generate': [
    { line: 'token generate --name my-agent' },
    { line: 'token generate --name my-agent --permission events:write --json' },
  ],
  'token list': [{ line: 'token list' }, { line: 'token list --all --json' }],
  'token rotate': [{ line: 'token rotate my-agent' }],
  'token revoke': [{ line: 'token revoke my-agent' }, { line: 'token revoke my-agent --yes' }],
  'receipts list': [
    { line: 'receipts list --since yesterday --agent claude-code' },
    { line: "receipts list --project ~/code/app --since '2 hours ago' --oldest-first" },
    { line: "receipts list --text 'rm -rf not:node_modules -agent:codex'" },
    { line: 'receipts list --has secret --json' },
  ],
  'receipts show': [{ line: 'receipts show rcpt_01JCZ5V0Q8X4T2M6N9R3B7D1FG' }],
  'receipts delete': [
    { line: 'receipts delete --project ~/code/app --dry-run', about: 'only count them' },
    { line: "receipts delete --since yesterday --until '2 hours ago'" },
    { line: 'receipts delete --agent codex --until 2026-01-01', about: 'all of one agent before a day' },
  ],
  'receipts export': [
    { line: 'receipts export > receipts.jsonl' },
    { line: 'receipts export --since 2026-11-01 --format csv > receipts.csv' },
    { line: 'receipts export --file /Volumes/Backup/plinth.db > receipts.jsonl' },
  ],
  tail: [{ line: 'tail --follow' }, { line: 'tail --lines 100 --event command.before_run' }],
  'sessions list': [{ line: 'sessions list --since today' }],
  'sessions show': [{ line: 'sessions show 12' }],
  'recording status': [{ line: 'recording status' }],
  'recording pause': [
    { line: 'recording pause --minutes 30' },
    { line: 'recording pause --project ~/code/app', about: 'only one project' },
  ],
  'recording resume': [{ line: 'recording resume' }, { line: 'recording resume --project ~/code/app' }],
  'recording gaps': [{ line: 'recording gaps' }],
  'retention status': [{ line: 'retention status' }],
  'retention run': [{ line: 'retention run --dry-run' }, { line: 'retention run --yes' }],
  recover: [
    { line: 'recover src/app.ts', about: 'find copies of a file that is gone' },
    { line: 'recover --write ./found src', about: 'write all copies of a folder’s files' },
  ],
  'recover get': [
    { line: 'recover get 2 src/app.ts', about: 'write the second copy to src/app.ts.recovered' },
  ],
  redact: [
    { line: 'redact notes.txt' },
    { line: 'redact --check --tier definite src', about: 'exits with 3 if a secret is in the folder' },
    { line: 'redact < notes.txt' },
  ],
  'bridge connect': [
    { line: 'bridge connect claude-code --dry-run', about: 'only show the change' },
    { line: 'bridge connect codex' },
  ],
  'bridge disconnect': [{ line: 'bridge disconnect codex' }],
  'bridge reconnect': [{ line: 'bridge reconnect claude-code' }],
  'bridge status': [{ line: 'bridge status' }],
  'bridge test': [{ line: 'bridge test codex', about: 'find out why Codex reports nothing' }],
  console: [{ line: 'console' }, { line: 'console --log-out' }],
  doctor: [{ line: 'doctor' }, { line: 'doctor --report plinth-report.json' }],
  incidents: [{ line: 'incidents' }, { line: 'incidents --seen' }],
  verify: [{ line: 'verify' }, { line: 'verify handed-over.html' }],
  checkpoint: [{ line: 'checkpoint --line >> checkpoints.txt' }],
  bundle: [{ line: 'bundle handed-over.html --session s1 --preview' }],
  'mirror on': [
    { line: 'mirror on /media/backup --keep-days 365' },
    { line: 'mirror on /media/backup', about: 'the mirror deletes nothing by itself' },
  ],
  'mirror off': [{ line: 'mirror off' }, { line: 'mirror off --delete --yes' }],
  'mirror status': [{ line: 'mirror status' }],
  backup: [{ line: 'backup plinth-2026-11-21.db' }],
  restore: [
    { line: 'restore plinth-2026-11-21.db --dry-run', about: 'only check the copy' },
    { line: 'restore /media/backup', about: 'the mirror in this folder' },
    { line: 'restore', about: 'the mirror in use' },
  ],
  repair: [{ line: 'repair --dry-run', about: 'only say what is damaged' }, { line: 'repair' }],
  completion: [
    { line: 'completion bash > ~/.local/share/bash-completion/completions/plinth' },
    { line: 'completion zsh > ~/.zfunc/_plinth', about: 'with ~/.zfunc in fpath' },
    { line: 'completion fish > ~/.config/fish/completions/plinth.fish' },
    { line: 'completion powershell | Out-String | Invoke-Expression', about: 'in $PROFILE' },
  ],
};

/** Returns the examples of the command with this path, as lines of a shell. */
export const examplesOf = (path: readonly string[]): readonly Example[] =>
  (EXAMPLES[path.join(' ')] ?? []).map((example) => ({ ...example, line: `plinth ${example.line}` }));

/** Adds the examples to the help of all commands. */
export function addExamples(command: Command, path: readonly string[] = []): void {
  // The command line of the installed app lacks some commands.
  const examples = examplesOf(path).filter(
    ({ line }) => path.length > 0 || command.commands.some((each) => each.name() === line.split(' ')[1]),
  );
  const lines = examples.map(
    ({ line, about }) => `  ${line}${about === undefined ? '' : `\n      ${about}`}`,
  );
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  for (const each of command.commands) addExamples(each, [...path, each.name()]);
}
