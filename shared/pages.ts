interface Page {
  nextCursor: string | null;
}

/** Yields the pages of a list. `next` asks for the one behind a cursor, or for the first one without it. */
export async function* pagesOf<P extends Page>(
  next: (at: { cursor?: string }) => Promise<P>,
): AsyncGenerator<P> {
  let page: P | undefined;
  do {
    page = await next(page?.nextCursor == null ? {} : { cursor: page.nextCursor });
    yield page;
  } while (page.nextCursor !== null);
}

/** Collects receipts from pages until there are at least `most`. `isCut`: there are more. */
export async function firstReceipts<R>(pages: AsyncIterable<Page & { receipts: R[] }>, most: number) {
  const found: R[] = [];
  for await (const { receipts, nextCursor } of pages) {
    found.push(...receipts);
    if (found.length >= most) return { found, isCut: nextCursor !== null };
  }
  return { found, isCut: false };
}
