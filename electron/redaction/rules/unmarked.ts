import { entropy } from '../text/entropy.ts';
import { hasBase58Checksum } from '../text/mnemonic.ts';
import { generated } from '../text/random-value.ts';

const decodesToDigits = (token: string) =>
  /^\d{15,20}$/.test(Buffer.from(token.split('.')[0]!, 'base64').toString('latin1'));

/** A token that somebody changed a little: the id of a bot still begins as one, and the other parts are random. */
const isNearlyDiscord = (token: string) =>
  /^\d{3}$/.test(Buffer.from(token.slice(0, 4), 'base64').toString('latin1')) && generated(token);

/**
 * Formats without a literal to look for; these run over the whole text, so they begin with a cheap test: what stands before
 * a long run, or with which characters the run begins where nothing stands before it.
 */
export const WITHOUT_LITERAL = [
  {
    id: 'discord-bot-token',
    mask: 'discord-token',
    beforeRun: ['', 'mfa.'],
    begins: 'MNO',
    pattern: /(?<![\w-])(?:mfa\.[\w-]{80,95}|[MNO][A-Za-z0-9]{22,25}\.[\w-]{6}\.[\w-]{27,38})(?![\w-])/y,
    masks: ['M{discord}.{b64u:6}.{b64u:38}'],
    verify: (token: string) => token.startsWith('mfa.') || decodesToDigits(token) || isNearlyDiscord(token),
  },
  {
    id: 'bitcoin-private-key',
    mask: 'private-key',
    pattern: /(?<![\w-])[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?![\w-])/y,
    masks: ['{wif}'],
    beforeRun: [''],
    begins: '5KLc9',
    verify: hasBase58Checksum,
  },
  {
    id: 'vault-legacy-token',
    mask: 'vault-token',
    beforeRun: ['s.'],
    begins: '',
    pattern: /(?<![\w.])s\.[A-Za-z0-9]{24}(?![\w(]|\.\w)/y,
    masks: ['s.{b62:12}7x{b62:10}'],
    verify: (token: string) =>
      /\d/.test(token) && /[A-Z]/.test(token) && /[a-z]/.test(token.slice(2)) && entropy(token) >= 3.7,
  },
  {
    id: 'disk-recovery-key',
    mask: 'recovery-key',
    beforeRun: [''],
    begins: '0123456789',
    pattern: /(?<![\w-])\d{6}(?:-\d{6}){7}(?![\w-])/y,
    masks: ['{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}'],
    verify: () => true,
  },
] as const;
