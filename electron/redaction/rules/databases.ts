import { entropy } from '../text/entropy.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { random } from '../text/random-value.ts';
import { rule } from './rule.ts';

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
