type Members = Record<string, unknown>;

/** Returns an object with well-formed names. A number after a name keeps it apart from one that it would equal. */
function withWellFormedNames(object: Members): Members {
  const taken = new Set(Object.keys(object));
  if ([...taken].every((name) => name.isWellFormed())) return object;
  let number = 1;
  const nameFor = (name: string) => {
    let free = name.toWellFormed();
    while (free !== name && taken.has(free)) {
      number += 1;
      free = `${name.toWellFormed()} ${number}`;
    }
    taken.add(free);
    return free;
  };
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [nameFor(name), value]));
}

/**
 * Replaces each half of a surrogate pair in the texts and names of a JSON value by U+FFFD, in place: UTF-8 has no halves.
 * The function does not recurse, because a value can nest deeply.
 */
export function makeWellFormed(value: unknown): unknown {
  const root: Members = { value };
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const name of Array.isArray(node) ? node.keys() : Object.keys(node)) {
      const member = node[name];
      if (typeof member === 'string') node[name] = member.toWellFormed();
      if (typeof member !== 'object' || member === null) continue;
      node[name] = Array.isArray(member) ? member : withWellFormedNames(member as Members);
      waiting.push(node[name] as Members);
    }
  }
  return root.value;
}
