/** Files of unit tests that do not run on Windows, and why. vitest.config.ts leaves them out there. */
export const NOT_ON_WINDOWS: Readonly<Record<string, string>> = {
  'electron/bridges/connect/hook-limits.test.ts': 'runs the hooks of other systems in their shells',
  'electron/bridges/connect/hooks-off.test.ts': 'runs the hooks of other systems in their shells',
  'electron/bridges/connect/launcher.test.ts': 'runs the hooks of other systems in their shells',
  'electron/bridges/connect/self-test.test.ts': 'runs the hooks of other systems in their shells',
  'electron/bridges/{route-flood,connect/telemetry-connection}.test.ts':
    'a connection by telemetry is refused on Windows',
  'electron/cli/silent-host.test.ts': 'stops the host by a signal',
  'test/faults/{bridge-proxies,bridge-squatters,broken-homes}.test.ts':
    'plants sockets, pipes and modes of other systems',
  'test/faults/{other-users,planted-files,start-faults,strange-files}.test.ts':
    'plants files and users of other systems',
  'test/faults/{full-disk-deletion,process-limits}.test.ts':
    'mounts small disks, and sets limits of other systems',
  'test/faults/{hostile-inputs,hostile-neighbours}.test.ts': 'uses the memory that Linux tells',
  'test/faults/{survival,survival-rounds}.test.ts':
    'removes open files, which Windows refuses; test/windows/held-files.test.ts does what Windows allows',
  'test/architecture/{import-direction,unused-code}.test.ts':
    'reads the sources, which are the same on each system',
  'test/fuzz/**': 'uses the memory that Linux tells',
  'test/start/**': 'uses terminals and signals of other systems',
  'test/packaging/**': 'builds packages, which the workflow does on Windows',
  'test/snippets.test.ts': 'runs shells of other systems',
};

/** Single tests that fail on Wine, by a pattern of their names, and why. */
export const NOT_ON_WINE: Readonly<Record<string, string>> = {
  'the built main process': 'starts the app in the process of the tests, which is a thread on Wine',
  'in (?:America|Asia|Pacific)/\\w+ at ': 'a test on Wine is a thread, which cannot change its time zone',
  'a subscriber that does not read uses bounded memory': 'Wine’s pipes take more than those of Windows',
  'in the history of an (?:agent|editor)$|with an editor’s history|cleaned away, with a history|changed, and checked out again|in the trash of macOS|in a (?:checkpoint|snapshot) of (?:Gemini|Cline|OpenCode)':
    'a test on Wine is a thread, which cannot change its home folder',
  'in a working tree that was beside': 'a test on Wine is a thread, which cannot change its folder',
  'keeps a host from starting, which says so': 'Wine lets two programs have one pipe',
  'that is a submodule|in a submodule|in a shallow clone': 'git runs a shell for it, which is not in Wine',
  'a link in a source is not followed': 'Wine makes no links',
  'a link is followed and stays a link': 'Wine makes no links',
  'a dangling link, a folder, a read-only': 'Wine makes no links',
  'a moved and linked file is removed with its link': 'Wine makes no links',
  'a folder, links, a read-only or locked file': 'Wine makes no links',
};
