/*
 * SQLite's file format (sqlite.org/fileformat2.html), as far as the repair of a damaged store reads it. SQLite itself
 * refuses a whole table because of one damaged page.
 */

/** Plinth never sets another page size. */
export const PAGE_BYTES = 4096;
/** The header of the database is at the start of its first page. */
const FILE_HEADER_BYTES = 100;

/** Returns the place of a page's own header in the page. */
export const headerAt = (page: number): number => (page === 1 ? FILE_HEADER_BYTES : 0);
