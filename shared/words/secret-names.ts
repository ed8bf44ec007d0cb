import { type MaskSpan, usableSpans } from '../masks.ts';

/** How brands are written. All other words of a rule's id are capitalised at the beginning of its name only. */
const SPELLED = new Map(
  (
    'github=GitHub gitlab=GitLab circleci=CircleCI dependency-track=Dependency-Track wakatime=WakaTime aws=AWS azure-devops=Azure_DevOps ' +
    'digitalocean=DigitalOcean openshift=OpenShift env0=env0 openai=OpenAI openrouter=OpenRouter xai=xAI nvidia=NVIDIA langsmith=LangSmith ' +
    'elevenlabs=ElevenLabs e2b=E2B runpod=RunPod llama-cloud=LlamaCloud paypal=PayPal easypost=EasyPost gocardless=GoCardless ' +
    'woocommerce=WooCommerce ifttt=IFTTT dingtalk=DingTalk wecom=WeCom linkedin=LinkedIn ntfy=ntfy sendgrid=SendGrid mailersend=MailerSend ' +
    'customer-io=Customer.io zeptomail=ZeptoMail npm=npm npmrc=npm pypi=PyPI rubygems=RubyGems crates-io=crates.io nuget=NuGet jsr=JSR ' +
    'planetscale=PlanetScale clickhouse=ClickHouse datastax=DataStax influxdb=InfluxDB posthog=PostHog launchdarkly=LaunchDarkly ' +
    'incident-io=incident.io clickup=ClickUp hubspot=HubSpot frameio=Frame.io maxmind=MaxMind readme=ReadMe settlemint=SettleMint ' +
    'cal-com=Cal.com trigger-dev=Trigger.dev 1password=1Password age=age wireguard=WireGuard ngrok=ngrok castai=CAST_AI ' +
    'warpstream=WarpStream firehydrant=FireHydrant mongodb-atlas=MongoDB_Atlas onesignal=OneSignal rapidapi=RapidAPI minimax=MiniMax ' +
    'configcat=ConfigCat upcloud=UpCloud devcycle=DevCycle ebay=eBay salad-cloud=SaladCloud pagarme=Pagar.me builder-io=Builder.io ' +
    'pubnub=PubNub stackhawk=StackHawk thingsboard=ThingsBoard truenas=TrueNAS localstack=LocalStack turbopuffer=turbopuffer ' +
    'netbird=NetBird coderabbit=CodeRabbit netrc=netrc jfrog=JFrog ovh=OVH ibm=IBM softlayer=SoftLayer pagerduty=PagerDuty ' +
    'assemblyai=AssemblyAI virustotal=VirusTotal openweather=OpenWeather wandb=W&B deepl=DeepL gcp=Google_Cloud dbt=dbt sk=AI_provider ' +
    'hugging-face=Hugging_Face new-relic=New_Relic docker-hub=Docker_Hub mercado-pago=Mercado_Pago better-stack=Better_Stack fly=Fly.io ' +
    'api=API id=ID oauth=OAuth url=URL uri=URI jwt=JSON_Web_Token ssn=SSN ip=IP mac=MAC iban=IBAN sas=SAS hmac=HMAC sid=SID dsn=DSN totp=TOTP ' +
    'odbc=ODBC ldap=LDAP xml=XML rsa=RSA jwk=JWK sql=SQL iam=IAM crm=CRM ca=CA mws=MWS cfx=Cfx.re us=US uk=UK nhs=NHS cvv=CVV pin=PIN'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
/** The parts of a brand in an id. */
const MOST_WORDS = 2;

/** Rules that say where a secret stood, and masks that do not say whose it is. The more telling ones come first. */
const NAMES: Readonly<Record<string, string>> = {
  'database-credentials': 'Password in a database address',
  'url-credentials': 'Password in an address',
  'sql-password': 'Password in an SQL statement',
  'command-line-password': 'Password in a command',
  'docker-auth': 'Docker login',
  'bearer-token': 'Bearer token',
  'basic-auth': 'User and password of a header',
  authorization: 'Authorization header',
  cookie: 'Cookie',
  'api-key': 'API key',
  password: 'Password',
  token: 'Token',
  secret: 'Secret',
  'aws-secret-beside-id': 'AWS secret access key',
  email: 'E-mail address',
  phone: 'Phone number',
  'never-accepted': 'Content that Plinth never keeps',
};
const VAGUE = Object.keys(NAMES);

function spelled(id: string): string {
  const words = id.split('-');
  const names: string[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(MOST_WORDS, words.length - at);
    while (length > 1 && !SPELLED.has(words.slice(at, at + length).join('-'))) length -= 1;
    const word = words.slice(at, at + length).join('-');
    names.push(SPELLED.get(word)?.replaceAll('_', ' ') ?? word);
    at += length;
  }
  const name = names.join(' ');
  return SPELLED.has(words[0]!) || SPELLED.has(words.slice(0, MOST_WORDS).join('-'))
    ? name
    : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Names a kind of secret, by the word of its mask or by its rule: `github-token` is a GitHub token. */
export const secretName = (kind: string): string =>
  Object.hasOwn(NAMES, kind) ? NAMES[kind]! : spelled(kind.replace(/-assignment$/, ''));

/** What is said of a masked secret: its kind, and the setting that held it, such as GITHUB_TOKEN. */
interface SecretKind {
  kind: string;
  holder?: string | undefined;
}

/** Names a secret and the setting that held it: “GitHub token · in GITHUB_TOKEN”. */
export const secretTitle = ({ kind, holder }: SecretKind): string =>
  holder === undefined ? secretName(kind) : `${secretName(kind)} · in ${holder}`;

/** Says how little a kind tells, for a secret that several rules found. The lowest number tells most. */
export const vagueness = (kind: string): number => VAGUE.indexOf(kind);

/** Writes a stored mask for a person: `[github-token 2]` as `[GitHub token 2]`. */
export const namedMask = (mask: string): string =>
  mask.replace(/^\[([a-z0-9-]+)((?: \d+)?\])$/, (_, id: string, end: string) => `[${secretName(id)}${end}`);

/** Writes a stored text for a person, with the names of its masks. */
export function withNamedMasks(text: string, masks: readonly MaskSpan[]): string {
  let at = 0;
  let named = '';
  for (const { start, end } of usableSpans(text.length, masks)) {
    named += text.slice(at, start) + namedMask(text.slice(start, end));
    at = end;
  }
  return named + text.slice(at);
}

/** What stands between the name of a setting and its value. */
const ASSIGNED = /(?:^|[\s"'`{,;([<-])([A-Za-z_][\w.-]{2,63})["'`]?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}["'`]?$/;
const LONGEST_ASSIGNMENT = 80;
/** Names as programs have them. A word of a sentence before a colon is none. */
const OF_PROGRAM = /^(?=\S{1,64}$)(?:.*[A-Za-z0-9][_.-][A-Za-z0-9]|.*[a-z][A-Z]|[A-Z][A-Z0-9]+$)/;
/** The first members are those of the contract, which hold any text. */
const DEPTH_OF_INPUT = 2;

/** Says of a finding which secret was masked. `data` holds what was stored. */
export function kindOfFinding(
  data: unknown,
  { rule, member, start, end, inKey }: MaskSpan & { rule: string; member: string; inKey?: true | undefined },
): SecretKind {
  const names = member
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let value = data;
  for (const name of names)
    value =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  const text = inKey === true ? names.at(-1) : value;
  if (typeof text !== 'string') return { kind: rule };
  const mask = /^\[([a-z0-9-]+)(?: \d+)?\]$/.exec(text.slice(start, end))?.[1];
  const kind = mask === undefined || Object.hasOwn(NAMES, rule) ? rule : mask;
  const isWhole = start === 0 && end === text.length && names.length > DEPTH_OF_INPUT;
  const before = ASSIGNED.exec(text.slice(Math.max(0, start - LONGEST_ASSIGNMENT), start))?.[1];
  const holder = inKey === true ? undefined : isWhole ? names.at(-1) : before;
  return holder !== undefined && OF_PROGRAM.test(holder) ? { kind, holder } : { kind };
}
