import { entropy } from '../text/entropy.ts';
import { hasBase58Checksum } from '../text/mnemonic.ts';
import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

const decodesToDigits = (token: string) =>
  /^\d{15,20}$/.test(Buffer.from(token.split('.')[0]!, 'base64').toString('latin1'));

/** A token that somebody changed a little: the id of a bot still begins as one, and the other parts are random. */
const isNearlyDiscord = (token: string) =>
  /^\d{3}$/.test(Buffer.from(token.slice(0, 4), 'base64').toString('latin1')) && generated(token);

export const CHAT = [
  rule(
    'slack-token',
    'Slack',
    /xox(?:e\.xox[bp]|[abcdeoprs])-[A-Za-z0-9%+/_-]{10,400}/,
    [
      'xoxb-{digit:12}-{digit:12}-{b62:24}',
      'xoxp-{digit:12}-{digit:12}-{digit:12}-{hex:32}',
      'xoxa-2-{digit:12}-{digit:12}-{digit:12}-{hex:32}',
      'xoxe.xoxp-1-{up:163}',
      'xoxe-1-{up:146}',
      'xoxs-{digit:6}-{digit:6}-{digit:6}-{hex:20}',
    ],
    { anywhere: true, verify: generated },
  ),
  rule(
    'slack-app-token',
    'Slack',
    /xapp-\d{1,3}-[A-Z0-9]{4,20}-\d{4,20}-[a-z0-9]{16,100}/i,
    'xapp-1-A{up:10}-{digit:13}-{hex:64}',
    { anywhere: true, mask: 'slack-token' },
  ),
  rule(
    'slack-webhook-url',
    'Slack',
    /[a-z:/]{0,8}?((?:https?:\/\/)?hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/_-]{20,100})/,
    [
      'https://hooks.slack.com/services/T{up:8}/B{up:8}/{b62:24}',
      'https://hooks.slack.com/workflows/T{up:8}/A{up:8}/{digit:18}/{b62:24}',
    ],
    {
      literals: ['hooks.slack.com/', 'hooks.slack-gov.com/'],
      lead: { of: /[a-z:/]/, max: 8 },
      anywhere: true,
    },
  ),
  rule(
    'discord-webhook-url',
    'Discord',
    /[a-z:/.]{0,15}?((?:https?:\/\/(?:(?:ptb|canary)\.)?)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w-]{40,100})/,
    [
      'https://discord.com/api/webhooks/{digit:18}/{b64u:68}',
      'https://discordapp.com/api/webhooks/{digit:19}/{b64u:68}',
    ],
    {
      literals: ['discord.com/api/', 'discordapp.com/api/'],
      lead: { of: /[a-z:/.]/, max: 15 },
      anywhere: true,
    },
  ),
  rule(
    'telegram-bot-token',
    'Telegram',
    /\d{6,16}:AA[\w-]{32,33}(?![\w-])/,
    ['{digit:10}:AA{b64u:33}', '{digit:9}:AA{b64u:33}'],
    { literals: [':AA'], lead: { of: /\d/, max: 16 }, anywhere: true },
  ),
  rule(
    'teams-webhook-url',
    'Microsoft Teams',
    /(?:webhook\.office\.com\/webhookb2|outlook\.office\.com\/webhook)\/[a-z0-9-]{36}@[a-z0-9-]{36}\/IncomingWebhook\/[A-Za-z0-9]{32}\/[a-z0-9-]{36}(?:\/[\w-]{20,80})?/i,
    'https://acme.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}',
    { anywhere: true },
  ),
  rule(
    'google-chat-webhook-url',
    'Google Chat',
    /chat\.googleapis\.com\/v1\/spaces\/[\w-]{5,30}\/messages\?key=[\w-]{30,50}&(?:amp;)?token=[\w%-]{30,80}/,
    'https://chat.googleapis.com/v1/spaces/{b62:11}/messages?key=AIza{b64u:35}&token={b64u:43}',
    { anywhere: true },
  ),
  rule(
    'zapier-webhook-url',
    'Zapier',
    /hooks\.zapier\.com\/hooks\/(?:catch|standard)\/[A-Za-z0-9/]{6,60}/,
    'https://hooks.zapier.com/hooks/catch/{digit:8}/{lower:7}/',
    { anywhere: true },
  ),
  rule(
    'make-webhook-url',
    'Make',
    /\.(?:make|integromat)\.com\/[a-z0-9]{28,40}(?![a-z0-9])/,
    'https://hook.eu1.make.com/{lower:32}',
    { anywhere: true },
  ),
  rule(
    'ifttt-webhook-url',
    'IFTTT',
    /maker\.ifttt\.com\/trigger\/[\w-]{1,64}\/(?:json\/)?with\/key\/([\w-]{20,60})/,
    'https://maker.ifttt.com/trigger/door/with/key/{b64u:43}',
    { anywhere: true },
  ),
  rule(
    'lark-webhook-url',
    'Lark, Feishu',
    /open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([0-9a-f-]{36})/,
    'https://open.feishu.cn/open-apis/bot/v2/hook/{uuid}',
    { anywhere: true },
  ),
  rule(
    'dingtalk-webhook-url',
    'DingTalk',
    /oapi\.dingtalk\.com\/robot\/send\?access_token=([a-f0-9]{64})/,
    'https://oapi.dingtalk.com/robot/send?access_token={hex:64}',
    { anywhere: true },
  ),
  rule(
    'wecom-webhook-url',
    'WeCom',
    /qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=([0-9a-f-]{36})/,
    'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={uuid}',
    { anywhere: true },
  ),
  rule('twilio-key', 'Twilio', /SK[0-9a-f]{32}(?![0-9A-Za-z])/, 'SK{hex:32}', {
    literals: [
      'SK0',
      'SK1',
      'SK2',
      'SK3',
      'SK4',
      'SK5',
      'SK6',
      'SK7',
      'SK8',
      'SK9',
      'SKa',
      'SKb',
      'SKc',
      'SKd',
      'SKe',
      'SKf',
    ],
    verify: random(3),
  }),
  rule('twilio-account-sid', 'Twilio', /AC[0-9a-f]{32}(?![0-9A-Za-z])/, 'AC{hex:32}', {
    literals: [
      'AC0',
      'AC1',
      'AC2',
      'AC3',
      'AC4',
      'AC5',
      'AC6',
      'AC7',
      'AC8',
      'AC9',
      'ACa',
      'ACb',
      'ACc',
      'ACd',
      'ACe',
      'ACf',
    ],
    verify: random(3),
  }),
  rule(
    'facebook-token',
    'Facebook, Instagram',
    /(?:EAA(?=[A-Z0-9]{0,30}[a-z])[A-Za-z0-9]{60,500}|IG(?:Q[VW]|A)[A-Za-z0-9_-]{80,300})(?![\w/+])/,
    ['EAAC{b62:160}', 'EAAM{b62:120}', 'IGQVJ{b62:150}'],
    { literals: ['EAA', 'IGQ', 'IGA'], verify: generated },
  ),
  rule(
    'facebook-app-token',
    'Facebook',
    /access_token=(\d{15,16}(?:\||%7[Cc])[\w-]{27,40})/,
    'access_token={digit:15}|{b64u:27}',
  ),
  rule(
    'twitter-bearer-token',
    'X, Twitter',
    /A{20,24}[A-Za-z0-9%]{60,110}(?![A-Za-z0-9%])/,
    'AAAAAAAAAAAAAAAAAAAAAA{b62:22}%3D{b62:50}',
    { literals: ['AAAAAAAAAAAAAAAAAAAAAA'], verify: random(3.5) },
  ),
  rule('twitch-token', 'Twitch', /oauth:([a-z0-9]{30})(?![a-z0-9])/, 'oauth:{lower:30}'),
  rule(
    'linkedin-token',
    'LinkedIn',
    /WPL_AP\d\.[A-Za-z0-9]{16}\.[A-Za-z0-9+/=]{4,12}|AQ(?:VJ|Xd|Wr)[\w-]{150,600}/,
    ['WPL_AP1.{b62:16}.{b62:8}', 'AQXd{b64u:300}'],
  ),
  rule(
    'matrix-token',
    'Matrix',
    /syt_[A-Za-z0-9+/=]{2,60}_[A-Za-z]{20}_[A-Za-z0-9]{6}|mat_[A-Za-z0-9]{30}_[A-Za-z0-9]{6}/,
    'syt_{b62:8}_{alpha:20}_{b62:6}',
  ),
  rule('ntfy-token', 'ntfy', /tk_[a-z0-9]{29}(?![a-z0-9])/, 'tk_{lower:29}', { verify: random(3) }),
  // Members of objects are written like this, too; no name has digits and both cases all over.
  rule('pushbullet-token', 'Pushbullet', /.o\.[A-Za-z0-9]{32}(?![A-Za-z0-9])/, ' o.{b62:14}7xK{b62:13}9q', {
    literals: [' o.', '"o.', "'o.", '=o.', ':o.'],
    anywhere: true,
    verify: (token) =>
      random(3.8)(token) &&
      (token.match(/\d/g)?.length ?? 0) >= 2 &&
      /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(token.slice(3)),
  }),
  rule('telnyx-key', 'Telnyx', /KEY0[A-F0-9]{31}_[A-Za-z0-9]{22}/, 'KEY0{HEX:31}_{b62:22}'),
  rule('intercom-token', 'Intercom', /dG9rO[A-Za-z0-9+/]{50,70}={0,2}/, 'dG9rO{b64:55}='),
  rule(
    'zoom-token',
    'Zoom',
    /zoom\.us\/(?:j|s|w)\/\d{9,12}\?pwd=([\w.-]{16,64})/,
    'https://us02web.zoom.us/j/81234567890?pwd={b62:32}.1',
    { anywhere: true },
  ),
  rule(
    'ably-key',
    'Ably',
    /ably[\w ."'-]{0,24}[=:(]\s{0,3}["']?([\w-]{6}\.[\w-]{6}:[\w-]{43})/i,
    'ABLY_API_KEY={b62:6}.{b62:6}:{b64u:43}',
  ),
];

/**
 * Formats without a literal to look for; these run over the whole text, so they begin with a cheap test: what stands before
 * a long run, or with which characters the run begins where nothing stands before it.
 */
export const WITHOUT_LITERAL = [
  {
    id: 'discord-bot-token',
    service: 'Discord',
    mask: 'discord-token',
    beforeRun: ['', 'mfa.'],
    begins: 'MNO',
    pattern: /(?<![\w-])(?:mfa\.[\w-]{80,95}|[MNO][A-Za-z0-9]{22,25}\.[\w-]{6}\.[\w-]{27,38})(?![\w-])/y,
    sample: 'M{discord}.{b64u:6}.{b64u:38}',
    verify: (token: string) => token.startsWith('mfa.') || decodesToDigits(token) || isNearlyDiscord(token),
  },
  {
    id: 'bitcoin-private-key',
    service: 'Bitcoin',
    mask: 'private-key',
    pattern: /(?<![\w-])[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51}(?![\w-])/y,
    sample: '{wif}',
    beforeRun: [''],
    begins: '5KLc9',
    verify: hasBase58Checksum,
  },
  {
    id: 'vault-legacy-token',
    service: 'HashiCorp Vault',
    mask: 'vault-token',
    beforeRun: ['s.'],
    begins: '',
    pattern: /(?<![\w.])s\.[A-Za-z0-9]{24}(?![\w(]|\.\w)/y,
    sample: 's.{b62:12}7x{b62:10}',
    verify: (token: string) =>
      /\d/.test(token) && /[A-Z]/.test(token) && /[a-z]/.test(token.slice(2)) && entropy(token) >= 3.7,
  },
  {
    id: 'disk-recovery-key',
    service: 'BitLocker',
    mask: 'recovery-key',
    beforeRun: [''],
    begins: '0123456789',
    pattern: /(?<![\w-])\d{6}(?:-\d{6}){7}(?![\w-])/y,
    sample: '{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}-{digit:6}',
    verify: () => true,
  },
] as const;
