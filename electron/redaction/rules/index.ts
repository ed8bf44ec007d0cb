import { AI } from './ai.ts';
import { CHAT } from './chat.ts';
import { CLOUD } from './cloud.ts';
import { CODE_HOSTING, DEVELOPER_TOOLS } from './developer-tools.ts';
import { FURTHER_SERVICES } from './further-services.ts';
import { LISTED_SERVICES } from './listed-services.ts';
import { MAIL } from './mail.ts';
import { DATABASES, MONITORING } from './monitoring.ts';
import { PACKAGES } from './packages.ts';
import { PAYMENT } from './payment.ts';
import { FILES, PHRASES } from './phrases.ts';
import type { Rule } from './rule.ts';
import { SERVICES } from './services.ts';

/** Every credential format with a mark to look for. */
export const RULES: readonly Rule[] = [
  ...CODE_HOSTING,
  ...CLOUD,
  ...AI,
  ...PAYMENT,
  ...CHAT,
  ...MAIL,
  ...PACKAGES,
  ...DATABASES,
  ...MONITORING,
  ...SERVICES,
  ...DEVELOPER_TOOLS,
  ...FURTHER_SERVICES,
  ...LISTED_SERVICES,
  ...FILES,
  ...PHRASES,
];
