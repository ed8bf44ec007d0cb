/** The engine: how rules are found, merged, masked and cut. */
export const ENGINE = 'plinth-redactor/1';

/** The rule tables. Raise it whenever they change: a test holds the digest of the tables against it. */
export const RULE_SET = '2026.11.1';
