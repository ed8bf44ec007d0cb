// biome-ignore-all format: a table reads best with one rule on one line.
import { entropy } from '../entropy.ts';
import { random } from './randomness.ts';
import { shape } from './rule.ts';


export const DATABASES = [
  shape('planetscale-token', 'PlanetScale', ['pscale_tkn_', 'pscale_oauth_', 'pscale_pw_'], /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/i, ['pscale_tkn_{b64u:43}', 'pscale_oauth_{b64u:43}', 'pscale_pw_{b64u:43}'], { caseless: true, anywhere: true }),
  shape('supabase-key', 'Supabase', ['sbp_', 'sb_secret_', 'sbp_oauth_'], /(?:sbp_(?:oauth_|v0_)?[a-f0-9]{40}|sb_secret_[\w-]{20,60})/, ['sbp_{hex:40}', 'sb_secret_{b64u:22}_{b62:8}']),
  shape('neon-key', 'Neon', ['napi_', 'npg_'], /napi_[a-z0-9]{60,70}|npg_[A-Za-z0-9]{12,24}(?![\w-])/, ['napi_{lower:64}', 'npg_{b62:12}'], { verify: random(2.9) }),
  shape('clickhouse-cloud-key', 'ClickHouse', ['4b1d'], /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/, '4b1d{b62:38}', { verify: (secret) => /[A-Z]/.test(secret) && entropy(secret) >= 4 }),
  shape('aiven-token', 'Aiven', ['AVNS_', 'aivenv1_', 'AVNU_'], /AVNS_[\w-]{19,24}|aivenv1_[\w-]{60,120}|AVNU_[A-Za-z0-9+/]{200,700}={0,2}/, ['AVNS_{b64u:19}', 'AVNU_{b64:330}==']),
  shape('cockroach-key', 'CockroachDB', ['CCDB1_'], /CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/, 'CCDB1_{b62:22}_{b62:40}'),
  shape('datastax-token', 'DataStax', ['AstraCS:'], /AstraCS:[A-Za-z0-9]{18,30}:[a-f0-9]{40,80}/, 'AstraCS:{b62:24}:{hex:64}'),
  shape('fauna-key', 'Fauna', ['fnA'], /fnA[A-Za-z][A-Za-z0-9_-]{36}(?![\w-])/, 'fnAE{b64u:36}', { verify: random(4) }),
  shape('xata-key', 'Xata', ['xau_'], /xau_[A-Za-z0-9]{25,60}/, 'xau_{b62:37}'),
  shape('tinybird-token', 'Tinybird', ['p.eyJ1'], /p\.eyJ1[A-Za-z0-9_-]{40,400}\.[\w-]{20,120}/, 'p.eyJ1{b64u:120}.{b64u:43}'),
  shape('materialize-password', 'Materialize', ['mzp_'], /mzp_[a-f0-9]{64}/, 'mzp_{hex:64}'),
  shape('prefect-key', 'Prefect', ['pnu_', 'pnb_'], /pn[ub]_[A-Za-z0-9]{36}/, ['pnu_{b62:36}', 'pnb_{b62:36}']),
  shape('dbt-token', 'dbt Cloud', ['dbtc_', 'dbtu_', 'dbts_'], /dbt[cus]_[\w-]{30,60}/, ['dbtc_{b64u:40}', 'dbtu_{b64u:40}']),
  shape('airtable-token', 'Airtable', ['pat'], /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/, 'pat{b62:14}.{hex:64}', { anywhere: true }),
  shape('influxdb-token', 'InfluxDB', ['influx'], /influx[\w ."'-]{0,32}[=: ]\s{0,3}["']?([A-Za-z0-9_-]{86}==)/i, 'INFLUX_TOKEN={b64u:86}==', { caseless: true }),
  shape('prisma-key', 'Prisma', ['prisma://', 'prisma+postgres://'], /prisma(?:\+postgres)?:\/\/[^\s"'?]{1,100}\?api_key=([\w.-]{20,600})/, 'prisma://accelerate.prisma-data.net/?api_key={b62:60}'),
  shape('snowflake-token', 'Snowflake', ['ver:1-hint:'], /ver:1-hint:\d{5,20}-[A-Za-z0-9+/=]{60,600}/, 'ver:1-hint:{digit:10}-ETMsDgAAAX{b64:120}'),
  shape('odbc-password', 'SQL Server, ODBC, JDBC', ['pwd=', 'password='], /;\s{0,3}(?:pwd|password)\s{0,3}=\s{0,3}([^\s;"'<>{}$%*[\]][^;"'\n\r<>]{0,127})(?=[;"'\s]|$)/i, ['Server=db;Database=app;User Id=sa;Password={b62:14};Encrypt=true', 'Driver={ODBC};Server=db;Uid=sa;Pwd={b62:12};'], { caseless: true, lead: { of: /[; ]/, max: 3 }, anywhere: true, mask: 'password' }),
  shape('pgpass-line', 'PostgreSQL', [':5432:', ':6543:'], /[\w.*-]{1,128}:(?:5432|6543):[\w*-]{1,64}:[\w*.-]{1,64}:([^\s:"'<>${}[]{3,128})(?=[\s"'`,;)\\<]|$)/, 'db.acme.test:5432:app:owner:{b62:14}', { lead: { of: /[\w.*-]/, max: 128 }, anywhere: true, mask: 'password' }),
];
