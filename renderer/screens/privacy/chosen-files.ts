/** A file that the user chose or dropped, with the path that the user sees. */
export interface ChosenFile {
  path: string;
  open(): Promise<File>;
}

/** Folders that are skipped inside other folders, unless the user drops them directly: third-party code and Git's compressed objects. */
const FOLDERS_LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

/** Gives the files of a file input. Files of a chosen folder have their path relative to it. */
export function filesOfInput(list: FileList): ChosenFile[] {
  return Array.from(list)
    .map((file) => ({ path: file.webkitRelativePath || file.name, open: async () => file }))
    .filter(
      ({ path }) =>
        !path
          .split('/')
          .slice(1, -1)
          .some((folder) => FOLDERS_LEFT_OUT.has(folder)),
    );
}

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    // A reader gives up to a hundred entries at a time, and an empty list at the end.
    const readMore = () =>
      reader.readEntries((some) => {
        if (some.length === 0) return resolve(entries.sort(byName));
        entries.push(...some);
        readMore();
      }, reject);
    readMore();
  });
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function* filesBelow(entry: FileSystemEntry): AsyncGenerator<ChosenFile> {
  if (isFile(entry)) {
    yield {
      path: entry.fullPath.slice(1),
      open: () => new Promise((resolve, reject) => entry.file(resolve, reject)),
    };
  } else if (isFolder(entry)) {
    for (const child of await entriesOf(entry))
      if (!(child.isDirectory && FOLDERS_LEFT_OUT.has(child.name))) yield* filesBelow(child);
  }
}

/** Gives the files of a drop, including folders. Call it in the drop handler: the items are not available afterwards. */
export function filesOfDrop(transfer: DataTransfer): AsyncGenerator<ChosenFile> {
  const dropped = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    // An item that is not from the file system, such as a picture of a page, has no entry.
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return (async function* () {
    for (const { entry, file } of dropped) {
      if (entry !== null) yield* filesBelow(entry);
      else if (file !== null) yield { path: file.name, open: async () => file };
    }
  })();
}
