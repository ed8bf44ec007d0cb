/**
 * What services show to everybody and what is random all the same: the address of a wallet or of a recipient of age, the id of an object at
 * Stripe or Twilio, a template of SendGrid, the image of a container.
 */
const PUBLIC_ID =
  /^(?:0x[0-9a-fA-F]{40}|age1[02-9ac-hj-np-z]{58}|(?:bc1|tb1)[02-9ac-hj-np-z]{11,71}|(?:ch|pi|py|cus|sub|si|in|ii|il|evt|price|prod|plan|acct|req|txn|pm|seti|src|card|ba|tr|po|re|dp|cs|we|promo|cou|tax|qt|fee|tok)_(?:test_|live_)?[A-Za-z0-9]{14,64}|(?:AC|SM|MM|CA|PN|RE|CF|MG|VA|IS|ZS|FW|FN)[0-9a-f]{32}|d-[0-9a-f]{32}|sha\d{3}:[0-9a-f]{12,64}|(?:i|vpc|subnet|sg|ami|vol|eni|snap|rtb|igw|nat|acl|eipalloc|lt|fs)-[0-9a-f]{8,17})$/;

/** True for the public id of something. */
export const isPublicId = (value: string): boolean => PUBLIC_ID.test(value);

const LONGEST_NUMBER = 64;
/** A UUID, and the numbers that models and harnesses give to the calls of tools, to messages and to sessions. */
const NUMBER_OF_REPORT =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:toolu|call|msg|ses|prt)_[A-Za-z0-9]{12,48})$/;

/**
 * True for a text that is nothing but the number of a call, a turn, a message or a session. Each report has new ones. Digits
 * in them would now and then be taken for those of a telephone.
 */
export const isNumberOfReport = (text: string): boolean =>
  text.length <= LONGEST_NUMBER && NUMBER_OF_REPORT.test(text);

/** `arn:aws:secretsmanager:eu-west-1:417728830912:secret:X`: the name of a secret. */
export const isInArn = (text: string, start: number) =>
  text.charAt(start - 1) === ':' &&
  /arn:[\w-]*:\w+:[\w-]*:\d*:$/.test(text.slice(Math.max(0, start - 64), start));
