import { isPayload } from './harnesses/adaptation.ts';

/**
 * Removes the members and list entries that stand for strings that were left out, and returns their number. It does not
 * recurse: a body can nest deeply.
 */
export function removeMarks(value: unknown, mark: string): number {
  let removed = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) {
      const left = node.filter((each) => each !== mark);
      removed += node.length - left.length;
      node.length = 0;
      for (const each of left) {
        node.push(each);
        waiting.push(each);
      }
    } else if (isPayload(node)) {
      for (const [name, member] of Object.entries(node)) {
        if (name !== mark && member !== mark) {
          waiting.push(member);
          continue;
        }
        delete node[name];
        removed += 1;
      }
    }
  }
  return removed;
}
