import { entropy } from '../text/entropy.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

export const MONITORING = [
  rule(
    'grafana-token',
    'Grafana',
    /glc_ey[A-Za-z0-9+/]{30,400}={0,3}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/,
    ['glc_eyJ{b64:120}==', 'glsa_{b62:32}_{hex:8}'],
    { verify: random(3) },
  ),
  rule('grafana-api-key', 'Grafana', /eyJrIjoi[A-Za-z0-9]{60,400}={0,3}/, 'eyJrIjoi{b62:80}=', {
    mask: 'grafana-token',
  }),
  rule(
    'new-relic-key',
    'New Relic',
    /NR(?:AK|II|IQ|IK|JS|RA|SP|AA)-[A-Za-z0-9_-]{19,44}/i,
    ['NRAK-{up:27}', 'NRII-{b64u:32}', 'NRJS-{hex:19}'],
    { verify: generated },
  ),
  rule('new-relic-license-key', 'New Relic', /[a-f0-9]{36}(?:FFFF)?NRAL(?![A-Za-z0-9])/, '{hex:36}NRAL', {
    literals: ['NRAL'],
    lead: { of: /[a-fA-F0-9]/, max: 40 },
    anywhere: true,
    mask: 'new-relic-key',
  }),
  rule('sentry-token', 'Sentry', /sntry(?:s_eyJ[A-Za-z0-9+/=_-]{60,600}|[ua]_[a-f0-9]{64})/, [
    'sntrys_eyJpYXQiO{b64:120}LCJyZWdpb25fdXJs{b64:60}_{b64:43}',
    'sntryu_{hex:64}',
  ]),
  rule(
    'sentry-dsn',
    'Sentry',
    /[a-z0-9+]{0,8}:?\/\/([a-f0-9]{32})(?::[a-f0-9]{32})?@(?:[a-z0-9-]{1,40}\.){0,4}sentry\.io\//,
    'https://{hex:32}@o{digit:6}.ingest.us.sentry.io/{digit:7}',
    { literals: ['sentry.io/'], lead: { of: /[A-Za-z0-9.@:/-]/, max: 140 }, anywhere: true },
  ),
  rule(
    'honeycomb-key',
    'Honeycomb',
    /hc[a-z]{1,2}[ilm]k_[a-z0-9]{30,70}/,
    ['hcaik_{lower:58}', 'hcbik_{lower:58}'],
    { literals: ['hcaik_', 'hcbik_', 'hcalk_', 'hcamk_', 'hcxmk_'] },
  ),
  rule('dynatrace-token', 'Dynatrace', /dt0[a-zA-Z]\d{2}\.[A-Za-z0-9-]{8,26}\.[A-Za-z0-9]{64}/i, [
    'dt0c01.{up:24}.{up:64}',
    'dt0s16.{up:24}.{up:64}',
  ]),
  rule('axiom-token', 'Axiom', /xa[ap]t-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, [
    'xaat-{uuid}',
    'xapt-{uuid}',
  ]),
  rule('coralogix-key', 'Coralogix', /cx(?:tp|up|th)_[A-Za-z0-9]{20,60}/, 'cxtp_{b62:30}'),
  rule('rootly-token', 'Rootly', /rootly_[a-f0-9]{64}/, 'rootly_{hex:64}'),
  rule('posthog-key', 'PostHog', /ph[xsar]_[A-Za-z0-9]{39,60}(?!\w)/, ['phx_{b62:43}', 'pha_{b62:39}'], {
    verify: generated,
  }),
  rule('checkly-key', 'Checkly', /cu_[a-f0-9]{32}(?![a-f0-9])/, 'cu_{hex:32}'),
  rule('mezmo-key', 'Mezmo', /sts_[a-f0-9]{40}/, 'sts_{hex:40}'),
  rule(
    'launchdarkly-key',
    'LaunchDarkly',
    /(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/,
    ['sdk-{uuid}', 'api-{uuid}'],
  ),
  rule('statsig-key', 'Statsig', /(?:secret|console)-[A-Za-z0-9]{40,50}(?![\w-])/, 'secret-{b62:43}', {
    verify: generated,
  }),
  rule(
    'unleash-token',
    'Unleash',
    /[\w*-]{1,40}:(?:development|production|staging)\.[a-f0-9]{40,70}/,
    'default:development.{hex:56}',
    {
      literals: [':development.', ':production.', ':staging.'],
      lead: { of: /[\w*-]/, max: 40 },
      anywhere: true,
    },
  ),
  rule('incident-io-key', 'incident.io', /inc_(?:test_)?[a-f0-9]{64}/, 'inc_{hex:64}'),
  rule(
    'better-stack-heartbeat',
    'Better Stack',
    /uptime\.betterstack\.com\/api\/v1\/heartbeat\/([A-Za-z0-9]{20,40})/,
    'https://uptime.betterstack.com/api/v1/heartbeat/{b62:24}',
    { anywhere: true },
  ),
  rule(
    'healthchecks-url',
    'Healthchecks',
    /hc-ping\.com\/([0-9a-f-]{36}|[\w-]{22}\/[\w-]{1,60})/,
    'https://hc-ping.com/{uuid}',
    { anywhere: true },
  ),
];

export const DATABASES = [
  rule(
    'planetscale-token',
    'PlanetScale',
    /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/i,
    ['pscale_tkn_{b64u:43}', 'pscale_oauth_{b64u:43}', 'pscale_pw_{b64u:43}'],
    { anywhere: true },
  ),
  rule('supabase-key', 'Supabase', /(?:sbp_(?:oauth_|v0_)?[a-f0-9]{40}|sb_secret_[\w-]{20,60})/, [
    'sbp_{hex:40}',
    'sb_secret_{b64u:22}_{b62:8}',
  ]),
  rule(
    'neon-key',
    'Neon',
    /napi_[a-z0-9]{60,70}|npg_[A-Za-z0-9]{12,24}(?![\w-])/,
    ['napi_{lower:64}', 'npg_{b62:12}'],
    { verify: random(2.9) },
  ),
  rule('clickhouse-cloud-key', 'ClickHouse', /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/, '4b1d{b62:38}', {
    verify: (secret) => /[A-Z]/.test(secret) && entropy(secret) >= 4,
  }),
  rule('aiven-token', 'Aiven', /AVNS_[\w-]{19,24}|aivenv1_[\w-]{60,120}|AVNU_[A-Za-z0-9+/]{200,700}={0,2}/, [
    'AVNS_{b64u:19}',
    'AVNU_{b64:330}==',
  ]),
  rule('cockroach-key', 'CockroachDB', /CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/, 'CCDB1_{b62:22}_{b62:40}'),
  rule(
    'datastax-token',
    'DataStax',
    /AstraCS:[A-Za-z0-9]{18,30}:[a-f0-9]{40,80}/,
    'AstraCS:{b62:24}:{hex:64}',
  ),
  rule('fauna-key', 'Fauna', /fnA[A-Za-z][A-Za-z0-9_-]{36}(?![\w-])/, 'fnAE{b64u:36}', { verify: random(4) }),
  rule('xata-key', 'Xata', /xau_[A-Za-z0-9]{25,60}/, 'xau_{b62:37}'),
  rule(
    'tinybird-token',
    'Tinybird',
    /p\.eyJ1[A-Za-z0-9_-]{40,400}\.[\w-]{20,120}/,
    'p.eyJ1{b64u:120}.{b64u:43}',
  ),
  rule('materialize-password', 'Materialize', /mzp_[a-f0-9]{64}/, 'mzp_{hex:64}'),
  rule('prefect-key', 'Prefect', /pn[ub]_[A-Za-z0-9]{36}/, ['pnu_{b62:36}', 'pnb_{b62:36}']),
  rule('dbt-token', 'dbt Cloud', /dbt[cus]_[\w-]{30,60}/, ['dbtc_{b64u:40}', 'dbtu_{b64u:40}']),
  rule('airtable-token', 'Airtable', /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/, 'pat{b62:14}.{hex:64}', {
    anywhere: true,
  }),
  rule(
    'influxdb-token',
    'InfluxDB',
    /influx[\w ."'-]{0,32}[=: ]\s{0,3}["']?([A-Za-z0-9_-]{86}==)/i,
    'INFLUX_TOKEN={b64u:86}==',
  ),
  rule(
    'prisma-key',
    'Prisma',
    /prisma(?:\+postgres)?:\/\/[^\s"'?]{1,100}\?api_key=([\w.-]{20,600})/,
    'prisma://accelerate.prisma-data.net/?api_key={b62:60}',
  ),
  rule(
    'snowflake-token',
    'Snowflake',
    /ver:1-hint:\d{5,20}-[A-Za-z0-9+/=]{60,600}/,
    'ver:1-hint:{digit:10}-ETMsDgAAAX{b64:120}',
  ),
  // The pairs before it: in code, `;password=` begins a statement. `&quot;` is a quote.
  rule(
    'odbc-password',
    'SQL Server, ODBC, JDBC',
    /;\s{0,3}(?<=(?:^|[;"'`{\s])(?:server|host|data source|address|driver|dsn|database|initial catalog|uid|user(?: id|name)?|port|provider)\s?=[^;\n]{1,160};(?:[^;=\n]{1,40}=[^;\n]{0,160};){0,6}\s{0,3})(?:pwd|password)\s{0,3}=\s{0,3}(?!~[a-z];|&#?\w{1,8};)([^\s;"'<>{}$%*[\]][^;"'\n\r<>]{0,127})(?=[;"'\s]|$)/i,
    [
      'Server=db;Database=app;User Id=sa;Password={b62:14};Encrypt=true',
      'Driver={ODBC};Server=db;Uid=sa;Pwd={b62:12};',
    ],
    {
      literals: ['pwd=', 'password='],
      lead: { of: /[;]/, max: 3 },
      anywhere: true,
      mask: 'password',
      verify: (secret) => !isPlaceholder(secret),
    },
  ),
  rule(
    'pgpass-line',
    'PostgreSQL',
    /[\w.*-]{1,128}:(?:5432|6543):[\w*-]{1,64}:[\w*.-]{1,64}:([^\s:"'<>${}[]{3,128})(?=[\s"'`,;)\\<]|$)/,
    'db.acme.test:5432:app:owner:{b62:14}',
    { literals: [':5432:', ':6543:'], lead: { of: /[\w.*-]/, max: 128 }, anywhere: true, mask: 'password' },
  ),
];
