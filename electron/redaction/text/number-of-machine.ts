import { CALLED_OR_ORDERED } from '../rules/public-things.ts';

/** The port of a machine: `Port: 2121`, `端口是22022`, `proxy.corp.lan:3128`. */
const PORT =
  /(?:(?<!\p{L})(?:port|puerto|(?<!(?:da|de|do|di|la) )porta|порт[ау]?|портом|θύρα|منفذ|פורט|पोर्ट|cổng)(?!\p{L})|端口|埠|ポート|포트)[^\p{L}\d\n]{0,3}(?:\p{L}{1,7}[ ]?)?[:：=]?[ ]?$/iu;
const PORT_OF_HOST = /(?:@|\/\/|\.|\s-{1,2}[\w-]{1,16}[ =])[\w-]{1,64}:$/;
/** `merchant=8812`: the value of a name that is none for a code. */
const OF_NAME = /(?<![\w-])(?![\w-]*(?:pin|code|pass|otp|tan|puk|cvv|cvc))[a-z][\w-]{0,40}=$/i;
/** `value: "86400"`: the rules for members judge it by its name. */
const OF_MEMBER = /(?:^|[\s{,"'])value["']?:[ \t]{0,4}["']?$/;
/** The end of a range, a role of a document, the mode of a file in a difference. */
const RANGE =
  /\d[`'"]{0,2} ?(?:to|bis|à|until|through|\.\.|–|-) ?[:\w]{0,8}[`'"]{0,2}$|:\w{1,12}:`$|[\da-f]{7,}\.\.[\da-f]{7,} $/;
/** True for the port of a machine, the value of another name, and a number of a range, by what stands before it. */
export const isOfMachine = (before: string) =>
  (before.endsWith(':') && PORT_OF_HOST.test(before)) ||
  (before.endsWith('=') && OF_NAME.test(before)) ||
  RANGE.test(before) ||
  PORT.test(before) ||
  OF_MEMBER.test(before) ||
  CALLED_OR_ORDERED.test(before);
