/** A name of a variable or of an entry of a store, and nothing else: `${DB_PASSWORD}`, `{{token}}`, `op://vault/item`. */
const REFERENCE =
  /^(?:(?:Bearer|Basic|Token|token)\s+)?(?:\$\{\{?\s?[A-Za-z_][\w.-]{0,80}\s?\}?\}|\{\{\s?\$?[A-Za-z_][\w.-]{0,80}\s?\}\}|\$[A-Z][A-Z0-9_]{1,80}|%[A-Z][A-Z0-9_]{1,80}%|<[A-Za-z][\w -]{1,60}>|(?:op|vault|ssm|secretsmanager|keyring|gcpsm|azurekv|doppler):\/\/[\w ./-]{1,200}|[\w-]{1,12}(?:\.{3}|…|\*{3,12})|process\.env\.\w{1,80}|os\.environ\[["']\w{1,80}["']\])$/;

/** True for a value that only says where the secret is. A default in it (`${X:-hunter2}`) is a value. */
export const refersToSecret = (value: string): boolean => value.length <= 240 && REFERENCE.test(value);
