import { generated, numbered, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

/** Formats of smaller services that the lists of other scanners have, compared with the samples of their tests. */
export const LISTED_SERVICES = [
  rule(
    'branch-key',
    'Branch',
    /key_(?:live|test)_[A-Za-z0-9]{32}(?!\w)/,
    ['key_live_{b62:32}', 'key_test_{b62:32}'],
    { verify: generated },
  ),
  rule('builder-io-key', 'Builder.io', /bpk-[a-f0-9]{32}(?![\w-])/, 'bpk-{hex:32}', { verify: numbered }),
  rule(
    'pubnub-key',
    'PubNub',
    /(?:[ps]ub-c-[a-z0-9]{8}(?:-[a-z0-9]{4}){3}-[a-z0-9]{12}|sec-c-[A-Za-z0-9+/]{40,64})(?![\w-])/,
    ['pub-c-{uuid}', 'sub-c-{uuid}', 'sec-c-{b62:48}'],
    { literals: ['pub-c-', 'sub-c-', 'sec-c-'], verify: numbered },
  ),
  rule('salesforce-consumer-key', 'Salesforce', /3MVG9[A-Za-z0-9._~-]{50,120}(?![\w-])/, '3MVG9{b62:80}', {
    verify: random(3.5),
  }),
  rule('stackhawk-key', 'StackHawk', /hawk\.[\w-]{20}\.[\w-]{20}(?![\w-])/, 'hawk.{b62:20}.{b62:20}', {
    verify: random(3.5),
  }),
  rule(
    'thingsboard-token',
    'ThingsBoard',
    /thingsboard\.cloud\/api\/v1\/([A-Za-z0-9]{20})(?![\w-])/,
    'https://thingsboard.cloud/api/v1/{lower:20}/telemetry',
    { anywhere: true, verify: generated },
  ),
  // The key stands in the address of the node.
  rule(
    'chain-node-url',
    'Alchemy, Infura, QuickNode',
    /(?:alchemyapi\.io\/v2|\.alchemy\.com\/v2|\.infura\.io\/v3|\.quiknode\.pro)\/([\w-]{32,40})(?![\w-])/,
    ['https://eth-mainnet.g.alchemy.com/v2/{b64u:32}', 'https://mainnet.infura.io/v3/{hex:32}'],
    { anywhere: true, verify: generated },
  ),
  rule(
    'truenas-key',
    'TrueNAS',
    /login_with_api_key\\{0,3}"[\s\S]{0,60}?"(\d{1,6}-[A-Za-z0-9]{64})(?!\w)/,
    '"auth.login_with_api_key", "params": ["8-{b62:64}"]',
    { anywhere: true },
  ),
  rule('docker-swarm-unlock-key', 'Docker', /SWMKEY-1-[A-Za-z0-9+/]{40,50}/, 'SWMKEY-1-{b64:43}', {
    verify: generated,
  }),
  rule(
    'kerberos-hash',
    'Kerberos',
    /\$krb5(?:asrep|tgs|pa)\$\d{1,2}\$(?:[^\s$]{1,200}\$){0,4}[^\s$:]{0,200}:?[0-9a-f]{24,128}(?:\$[0-9a-f]{24,4000})?/,
    '$krb5asrep$23$joe@corp.test:{hex:32}${hex:200}',
    { mask: 'password-hash' },
  ),
  rule(
    'localstack-token',
    'LocalStack',
    /ls-[A-Za-z0-9]{8}(?:-[A-Za-z0-9]{4}){3}-[A-Za-z0-9]{12}(?![\w-])/,
    'ls-{b62:8}-{b62:4}-{b62:4}-{b62:4}-{b62:12}',
    { verify: (secret) => /\d/.test(secret) && /[A-Z]/.test(secret) && random(3.5)(secret) },
  ),
  rule('kaggle-token', 'Kaggle', /KGAT_[a-f0-9]{32}(?!\w)/, 'KGAT_{hex:32}', { verify: numbered }),
  rule('humanloop-key', 'Humanloop', /hl_sk_[a-f0-9]{48}(?!\w)/, 'hl_sk_{hex:48}', { verify: numbered }),
  rule('turbopuffer-key', 'turbopuffer', /tpuf_[A-Za-z0-9]{32}(?!\w)/, 'tpuf_{b62:32}', {
    verify: generated,
  }),
  rule('val-town-token', 'Val Town', /vtwn_[A-Za-z0-9]{24,32}(?!\w)/, 'vtwn_{b62:28}', { verify: generated }),
  rule('netbird-token', 'NetBird', /nbp_[A-Za-z0-9]{36}(?!\w)/, 'nbp_{b62:36}', { verify: generated }),
  rule('anyscale-key', 'Anyscale', /esecret_[A-Za-z0-9]{25,48}(?!\w)/, 'esecret_{lower:26}', {
    verify: generated,
  }),
  rule('samsara-token', 'Samsara', /samsara_api_[A-Za-z0-9]{30}(?!\w)/, 'samsara_api_{b62:30}', {
    verify: generated,
  }),
  rule('lichess-token', 'Lichess', /lip_[A-Za-z0-9]{20}(?!\w)/, 'lip_{b62:20}', { verify: generated }),
  rule('oculus-token', 'Meta', /(?:OC|FRL)\|\d{15,17}\|[A-Za-z0-9]{20,40}(?!\w)/, [
    'OC|{digit:16}|{hex:32}',
    'FRL|{digit:16}|{hex:32}',
  ]),
  rule('ionic-token', 'Ionic', /ion_[A-Za-z0-9]{42}(?!\w)/, 'ion_{lower:42}', { verify: random(3.5) }),
  rule('coderabbit-key', 'CodeRabbit', /cr-[a-f0-9]{58}(?![\w-])/, 'cr-{hex:58}', { verify: numbered }),
  rule(
    'composio-key',
    'Composio',
    /[ac]k_[A-Za-z0-9_-]{20}(?![\w-])/,
    ['ak_{b62:9}{digit:2}{b62:9}', 'ck_{b62:9}{digit:2}{b62:9}'],
    {
      verify: (secret) =>
        /\d\D*\d/.test(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && random(3.5)(secret),
      tier: 'candidate',
    },
  ),
  rule('paypal-access-token', 'PayPal', /A21AA[\w-]{50,120}(?![\w-])/, 'A21AA{b64u:92}', {
    verify: generated,
  }),
  rule(
    'workato-token',
    'Workato',
    /wrka(?:[a-z]{2})?-eyJ[\w-]{8,1000}\.[\w-]{16,1000}\.[\w-]{40,1000}/,
    'wrkaeu-eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOi{b64u:40}.{b64u:86}',
  ),
  rule('thunderstore-token', 'Thunderstore', /tss_[A-Za-z0-9]{36}(?!\w)/, 'tss_{b62:36}', {
    verify: generated,
  }),
  rule(
    'proof-key',
    'Proof',
    /prf_(?:test_)?[A-Za-z0-9]{24,80}(?!\w)/,
    ['prf_{b62:40}', 'prf_test_{b62:40}'],
    { verify: (secret) => /[A-Z]/.test(secret) && numbered(secret) },
  ),
  rule(
    'courier-key',
    'Courier',
    /(?:pk_prod|dk_(?:prod|test))_[A-Za-z0-9]{24,32}(?!\w)/,
    ['pk_prod_{b62:24}', 'dk_test_{b62:24}'],
    { verify: generated },
  ),
  rule(
    'heartland-key',
    'Heartland',
    /skapi_(?:cert|prod)_[\w-]{32,60}(?![\w-])/,
    ['skapi_cert_{b62:38}', 'skapi_prod_{b62:38}'],
    { verify: numbered },
  ),
  rule('kolide-key', 'Kolide', /k2sk_v1_[A-Za-z0-9]{24}(?!\w)/, 'k2sk_v1_{b62:24}'),
  rule(
    'firebase-registration-token',
    'Firebase',
    /[\w-]{11,22}:APA91b[\w-]{120,170}(?![\w-])/,
    '{b62:22}:APA91b{b64u:134}',
    { literals: [':APA91b'], lead: { of: /[\w-]/, max: 22 } },
  ),
];
