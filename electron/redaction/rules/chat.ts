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
  rule({
    id: 'slack-token',
    service: 'Slack',
    literals: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxo-', 'xoxs-', 'xoxe-', 'xoxe.', 'xoxc-', 'xoxd-'],
    pattern: /xox(?:e\.xox[bp]|[abcdeoprs])-[A-Za-z0-9%+/_-]{10,400}/,
    sample: [
      'xoxb-{digit:12}-{digit:12}-{b62:24}',
      'xoxp-{digit:12}-{digit:12}-{digit:12}-{hex:32}',
      'xoxa-2-{digit:12}-{digit:12}-{digit:12}-{hex:32}',
      'xoxe.xoxp-1-{up:163}',
      'xoxe-1-{up:146}',
      'xoxs-{digit:6}-{digit:6}-{digit:6}-{hex:20}',
    ],
    anywhere: true,
    verify: generated,
  }),
  rule({
    id: 'slack-app-token',
    service: 'Slack',
    literals: ['xapp-'],
    pattern: /xapp-\d{1,3}-[A-Z0-9]{4,20}-\d{4,20}-[a-z0-9]{16,100}/i,
    sample: 'xapp-1-A{up:10}-{digit:13}-{hex:64}',
    caseless: true,
    anywhere: true,
    mask: 'slack-token',
  }),
  rule({
    id: 'slack-webhook-url',
    service: 'Slack',
    literals: ['hooks.slack.com/', 'hooks.slack-gov.com/'],
    pattern:
      /[a-z:/]{0,8}?((?:https?:\/\/)?hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/_-]{20,100})/,
    lead: { of: /[a-z:/]/, max: 8 },
    sample: [
      'https://hooks.slack.com/services/T{up:8}/B{up:8}/{b62:24}',
      'https://hooks.slack.com/workflows/T{up:8}/A{up:8}/{digit:18}/{b62:24}',
    ],
    anywhere: true,
  }),
  rule({
    id: 'discord-webhook-url',
    service: 'Discord',
    literals: ['discord.com/api/', 'discordapp.com/api/'],
    pattern:
      /[a-z:/.]{0,15}?((?:https?:\/\/(?:(?:ptb|canary)\.)?)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,22}\/[\w-]{40,100})/,
    lead: { of: /[a-z:/.]/, max: 15 },
    sample: [
      'https://discord.com/api/webhooks/{digit:18}/{b64u:68}',
      'https://discordapp.com/api/webhooks/{digit:19}/{b64u:68}',
    ],
    anywhere: true,
  }),
  rule({
    id: 'telegram-bot-token',
    service: 'Telegram',
    literals: [':AA'],
    pattern: /\d{6,16}:AA[\w-]{32,33}(?![\w-])/,
    sample: ['{digit:10}:AA{b64u:33}', '{digit:9}:AA{b64u:33}'],
    lead: { of: /\d/, max: 16 },
    anywhere: true,
  }),
  rule({
    id: 'teams-webhook-url',
    service: 'Microsoft Teams',
    literals: ['webhook.office.com/', 'outlook.office.com/webhook/'],
    pattern:
      /(?:webhook\.office\.com\/webhookb2|outlook\.office\.com\/webhook)\/[a-z0-9-]{36}@[a-z0-9-]{36}\/IncomingWebhook\/[A-Za-z0-9]{32}\/[a-z0-9-]{36}(?:\/[\w-]{20,80})?/i,
    sample: 'https://acme.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}',
    anywhere: true,
  }),
  rule({
    id: 'google-chat-webhook-url',
    service: 'Google Chat',
    literals: ['chat.googleapis.com/v1/spaces/'],
    pattern:
      /chat\.googleapis\.com\/v1\/spaces\/[\w-]{5,30}\/messages\?key=[\w-]{30,50}&(?:amp;)?token=[\w%-]{30,80}/,
    sample: 'https://chat.googleapis.com/v1/spaces/{b62:11}/messages?key=AIza{b64u:35}&token={b64u:43}',
    anywhere: true,
  }),
  rule({
    id: 'zapier-webhook-url',
    service: 'Zapier',
    literals: ['hooks.zapier.com/hooks/'],
    pattern: /hooks\.zapier\.com\/hooks\/(?:catch|standard)\/[A-Za-z0-9/]{6,60}/,
    sample: 'https://hooks.zapier.com/hooks/catch/{digit:8}/{lower:7}/',
    anywhere: true,
  }),
  rule({
    id: 'make-webhook-url',
    service: 'Make',
    literals: ['.make.com/', '.integromat.com/'],
    pattern: /\.(?:make|integromat)\.com\/[a-z0-9]{28,40}(?![a-z0-9])/,
    sample: 'https://hook.eu1.make.com/{lower:32}',
    anywhere: true,
  }),
  rule({
    id: 'ifttt-webhook-url',
    service: 'IFTTT',
    literals: ['maker.ifttt.com/'],
    pattern: /maker\.ifttt\.com\/trigger\/[\w-]{1,64}\/(?:json\/)?with\/key\/([\w-]{20,60})/,
    sample: 'https://maker.ifttt.com/trigger/door/with/key/{b64u:43}',
    anywhere: true,
  }),
  rule({
    id: 'lark-webhook-url',
    service: 'Lark, Feishu',
    literals: ['open.feishu.cn/', 'open.larksuite.com/'],
    pattern: /open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/([0-9a-f-]{36})/,
    sample: 'https://open.feishu.cn/open-apis/bot/v2/hook/{uuid}',
    anywhere: true,
  }),
  rule({
    id: 'dingtalk-webhook-url',
    service: 'DingTalk',
    literals: ['oapi.dingtalk.com/'],
    pattern: /oapi\.dingtalk\.com\/robot\/send\?access_token=([a-f0-9]{64})/,
    sample: 'https://oapi.dingtalk.com/robot/send?access_token={hex:64}',
    anywhere: true,
  }),
  rule({
    id: 'wecom-webhook-url',
    service: 'WeCom',
    literals: ['qyapi.weixin.qq.com/'],
    pattern: /qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=([0-9a-f-]{36})/,
    sample: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={uuid}',
    anywhere: true,
  }),
  rule({
    id: 'twilio-key',
    service: 'Twilio',
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
    pattern: /SK[0-9a-f]{32}(?![0-9A-Za-z])/,
    sample: 'SK{hex:32}',
    verify: random(3),
  }),
  rule({
    id: 'twilio-account-sid',
    service: 'Twilio',
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
    pattern: /AC[0-9a-f]{32}(?![0-9A-Za-z])/,
    sample: 'AC{hex:32}',
    verify: random(3),
  }),
  rule({
    id: 'facebook-token',
    service: 'Facebook, Instagram',
    literals: ['EAA', 'IGQ', 'IGA'],
    pattern: /(?:EAA(?=[A-Z0-9]{0,30}[a-z])[A-Za-z0-9]{60,500}|IG(?:Q[VW]|A)[A-Za-z0-9_-]{80,300})(?![\w/+])/,
    sample: ['EAAC{b62:160}', 'EAAM{b62:120}', 'IGQVJ{b62:150}'],
    verify: generated,
  }),
  rule({
    id: 'facebook-app-token',
    service: 'Facebook',
    literals: ['access_token='],
    pattern: /access_token=(\d{15,16}(?:\||%7[Cc])[\w-]{27,40})/,
    sample: 'access_token={digit:15}|{b64u:27}',
  }),
  rule({
    id: 'twitter-bearer-token',
    service: 'X, Twitter',
    literals: ['AAAAAAAAAAAAAAAAAAAAAA'],
    pattern: /A{20,24}[A-Za-z0-9%]{60,110}(?![A-Za-z0-9%])/,
    sample: 'AAAAAAAAAAAAAAAAAAAAAA{b62:22}%3D{b62:50}',
    verify: random(3.5),
  }),
  rule({
    id: 'twitch-token',
    service: 'Twitch',
    literals: ['oauth:'],
    pattern: /oauth:([a-z0-9]{30})(?![a-z0-9])/,
    sample: 'oauth:{lower:30}',
  }),
  rule({
    id: 'linkedin-token',
    service: 'LinkedIn',
    literals: ['WPL_AP', 'AQVJ', 'AQXd', 'AQWr'],
    pattern: /WPL_AP\d\.[A-Za-z0-9]{16}\.[A-Za-z0-9+/=]{4,12}|AQ(?:VJ|Xd|Wr)[\w-]{150,600}/,
    sample: ['WPL_AP1.{b62:16}.{b62:8}', 'AQXd{b64u:300}'],
  }),
  rule({
    id: 'matrix-token',
    service: 'Matrix',
    literals: ['syt_', 'mat_'],
    pattern: /syt_[A-Za-z0-9+/=]{2,60}_[A-Za-z]{20}_[A-Za-z0-9]{6}|mat_[A-Za-z0-9]{30}_[A-Za-z0-9]{6}/,
    sample: 'syt_{b62:8}_{alpha:20}_{b62:6}',
  }),
  rule({
    id: 'ntfy-token',
    service: 'ntfy',
    literals: ['tk_'],
    pattern: /tk_[a-z0-9]{29}(?![a-z0-9])/,
    sample: 'tk_{lower:29}',
    verify: random(3),
  }),
  rule({
    id: 'pushbullet-token',
    service: 'Pushbullet',
    literals: [' o.', '"o.', "'o.", '=o.', ':o.'],
    pattern: /.o\.[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
    sample: ' o.{b62:14}7xK{b62:13}9q',
    anywhere: true,
    // Members of objects are written like this, too; no name has digits and both cases all over.
    verify: (token) =>
      random(3.8)(token) &&
      (token.match(/\d/g)?.length ?? 0) >= 2 &&
      /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(token.slice(3)),
  }),
  rule({
    id: 'telnyx-key',
    service: 'Telnyx',
    literals: ['KEY0'],
    pattern: /KEY0[A-F0-9]{31}_[A-Za-z0-9]{22}/,
    sample: 'KEY0{HEX:31}_{b62:22}',
  }),
  rule({
    id: 'intercom-token',
    service: 'Intercom',
    literals: ['dG9rO'],
    pattern: /dG9rO[A-Za-z0-9+/]{50,70}={0,2}/,
    sample: 'dG9rO{b64:55}=',
  }),
  rule({
    id: 'zoom-token',
    service: 'Zoom',
    literals: ['zoom.us/'],
    pattern: /zoom\.us\/(?:j|s|w)\/\d{9,12}\?pwd=([\w.-]{16,64})/,
    sample: 'https://us02web.zoom.us/j/81234567890?pwd={b62:32}.1',
    anywhere: true,
  }),
  rule({
    id: 'ably-key',
    service: 'Ably',
    literals: ['ably'],
    pattern: /ably[\w ."'-]{0,24}[=:(]\s{0,3}["']?([\w-]{6}\.[\w-]{6}:[\w-]{43})/i,
    sample: 'ABLY_API_KEY={b62:6}.{b62:6}:{b64u:43}',
    caseless: true,
  }),
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
