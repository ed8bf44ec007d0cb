import { MAX_EVENT_BYTES } from '../../shared/limits.ts';

/*
 * What one body may cost, on every route. A body is counted before anything is made of it: its bytes say little, because
 * two bytes can become an object.
 */

/** The largest report of a bridge. A hook's payload also carries data that Plinth discards, such as whole files. */
export const MAX_REPORT_BYTES = 8 * 1_048_576;
/** The largest body of telemetry, before and after decompression: 512 records of 12 KB need 6 MiB. */
export const MAX_TELEMETRY_BYTES = 8 * 1_048_576;
/** The largest body of control. The longest are the edges of the 1,000 parts of a statistic: 36 KB. */
export const MAX_CONTROL_BYTES = 65_536;
/** The same for channels that take a text of the user. The longest is a megabyte of checkpoints, with its escapes. */
export const MAX_CONTROL_TEXT_BYTES = 2 * 1_048_576;
/** The longest text that is read as JSON inside of a report. It is the size of an event. */
export const MAX_INNER_CHARACTERS = MAX_EVENT_BYTES;

/**
 * The most members and list entries in one body, at all levels together. The largest event has as many, if each takes
 * eight bytes. The lines of a patch, the longest lists in hooks, take forty.
 */
export const MAX_ELEMENTS = MAX_EVENT_BYTES / 8;
/**
 * The same for telemetry. An exporter sends 512 records at a time by default; four times as many with 64 attributes each
 * fit. An attribute is four elements.
 */
export const MAX_TELEMETRY_ELEMENTS = 4 * 512 * 64 * 4;
/** The records that the OpenTelemetry Collector gathers for one request by default. */
const COLLECTOR_BATCH = 8192;
/** The most records of one request. */
export const MAX_RECORDS = 4 * COLLECTOR_BATCH;
/** The most reports in one body. */
export const MAX_REPORTS = 64;
/** The most events of one report or record. The rest are counted. A patch has as many files at most. */
export const MAX_EVENTS = 256;
/** The most events of one request of telemetry: a call with its command for each record of a batch. */
export const MAX_EVENTS_OF_TELEMETRY = 2 * COLLECTOR_BATCH;

const FIRST_PRINTABLE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** The members and list entries that the JSON texts of one body may still have. */
export class ElementBudget {
  #left: number;

  constructor(elements: number = MAX_ELEMENTS) {
    this.#left = elements;
  }

  /**
   * Takes the elements of a JSON text, or of a text that is almost JSON, and returns true. Takes nothing and returns false
   * if they are too many. An object or a list is `level` elements in addition to its members.
   */
  take(json: Uint8Array, level = 1): boolean {
    const elements = elementsOf(json, level, this.#left);
    if (elements > this.#left) return false;
    this.#left -= elements;
    return true;
  }
}

/** Counts the elements of a JSON text. It makes nothing of the text, does not recurse, and stops past `most`. */
function elementsOf(json: Uint8Array, level: number, most: number): number {
  let elements = 0;
  for (let at = 0; at < json.length && elements <= most; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) {
        if (json[at] === BACKSLASH) at += 1;
        // JSON has none in a string. Each is mended where a body is read all the same.
        else if (json[at]! < FIRST_PRINTABLE) elements += 1;
      }
    } else if (byte === COMMA) elements += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) elements += level;
  }
  return elements;
}
