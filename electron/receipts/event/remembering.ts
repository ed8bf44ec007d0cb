/** Returns a function that remembers the results of `find`, of so many keys at most. */
export function remembering<K, V>(most: number, find: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>();
  return (key) => {
    if (results.has(key)) return results.get(key)!;
    if (results.size >= most) results.clear();
    const result = find(key);
    results.set(key, result);
    return result;
  };
}
