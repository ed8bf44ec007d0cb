import { random } from '../text/random-value.ts';
import { rule } from './rule.ts';

/** Services for the work on programs: sandboxes, pipelines, security, incidents. */
export const DEVELOPER_TOOLS = [
  rule('okta-token', 'Okta', /SSWS (00[\w-]{36,44})(?![\w-])/, 'SSWS 00{b64u:40}', { verify: random(3.3) }),
  rule('daytona-key', 'Daytona', /dtn_[0-9a-f]{40,80}(?![\w-])/, 'dtn_{hex:64}', { verify: random(3) }),
  rule('scrapfly-key', 'Scrapfly', /scp-(?:live|test)-[0-9a-f]{32}(?![\w-])/, [
    'scp-live-{hex:32}',
    'scp-test-{hex:32}',
  ]),
  rule(
    'turbot-pipes-token',
    'Turbot Pipes',
    /[ts]pt_[0-9a-z]{20}_[0-9a-z]{25}(?!\w)/,
    ['tpt_{lower:20}_{lower:25}', 'spt_{lower:20}_{lower:25}'],
    { verify: random(3.3) },
  ),
  rule('pangea-token', 'Pangea', /pts_[0-9a-z]{32}(?!\w)/, 'pts_{lower:32}', { verify: random(3.3) }),
  rule('warpstream-key', 'WarpStream', /aks_[0-9a-f]{64}(?!\w)/, 'aks_{hex:64}'),
  rule('spectral-key', 'Spectral', /spu-[0-9a-z]{32}(?![\w-])/, 'spu-{hex:32}', { verify: random(3) }),
  rule('firehydrant-token', 'FireHydrant', /fhb-[0-9a-f]{32,64}(?![\w-])/, 'fhb-{hex:32}', {
    verify: random(3),
  }),
  rule(
    'convex-deploy-key',
    'Convex',
    /(?:prod|dev|preview|project):[a-z0-9-]{3,64}(?::[a-z0-9-]{1,64})?\|([\w+/=-]{40,400})/,
    ['prod:happy-otter-123|{b62:60}', 'project:team:site|{b62:60}'],
    { verify: random(3.5) },
  ),
  rule(
    'copilot-session-token',
    'GitHub Copilot',
    /tid=[0-9a-f]{32};(?:\w{2,24}=[^;\s"']{0,80};){0,16}exp=\d{10};[^\s"']{10,600}/,
    'tid={hex:32};exp=1{digit:9};sku=free_limited;st=dotcom;8kp=1:{hex:64}',
  ),
  rule('mongodb-atlas-secret', 'MongoDB Atlas', /mdb_sa_sk_[\w-]{32,64}(?![\w-])/, 'mdb_sa_sk_{b64u:40}', {
    verify: random(3.3),
  }),
  rule('turnstile-secret', 'Cloudflare Turnstile', /0x4AAAAAA[\w-]{26}(?![\w-])/, '0x4AAAAAA{b64u:26}', {
    verify: random(3),
  }),
  rule(
    'pterodactyl-key',
    'Pterodactyl',
    /ptl[ac]_[A-Za-z0-9]{43}(?!\w)/,
    ['ptla_{b62:43}', 'ptlc_{b62:43}'],
    { verify: random(3.3) },
  ),
  rule(
    'baidu-cloud-key',
    'Baidu AI Cloud',
    /bce-v3\/ALTAK-\w{16,32}\/[0-9a-f]{40}(?!\w)/,
    'bce-v3/ALTAK-{b62:21}/{hex:40}',
  ),
  rule(
    'context7-key',
    'Context7',
    /ctx7sk-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/,
    'ctx7sk-{hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}',
  ),
  rule('kimi-key', 'Kimi', /sk-kimi-[A-Za-z0-9]{48,80}(?![\w-])/, 'sk-kimi-{b62:64}', {
    verify: random(3.3),
  }),
  rule('sentry-internal-token', 'Sentry', /sntryi_[0-9a-f]{64}(?!\w)/, 'sntryi_{hex:64}', {
    verify: random(3),
  }),
  rule(
    'onesignal-key',
    'OneSignal',
    /os_v2_(?:app|org)_[a-z0-9]{80,130}(?!\w)/,
    ['os_v2_app_{lower:103}', 'os_v2_org_{lower:103}'],
    { verify: random(3.5) },
  ),
  rule(
    'docker-swarm-token',
    'Docker Swarm',
    /SWMTKN-1-[a-z0-9]{45,50}-[a-z0-9]{20,25}(?!\w)/,
    'SWMTKN-1-{hex:50}-{hex:25}',
    { anywhere: true },
  ),
  rule(
    'rapidapi-key',
    'RapidAPI',
    /[A-Za-z0-9]{10}msh[A-Za-z0-9]{15}p1[A-Za-z0-9]{5,6}jsn[A-Za-z0-9]{12}(?!\w)/,
    '{hex:10}msh{hex:15}p1{hex:5}jsn{hex:12}',
    { literals: ['msh'], lead: { of: /[A-Za-z0-9]/, max: 10 }, verify: random(3.3) },
  ),
  rule(
    'jetbrains-token',
    'JetBrains Hub',
    /perm[:-][A-Za-z0-9+/]{4,60}={0,2}\.[A-Za-z0-9+/]{2,60}={0,2}\.[A-Za-z0-9]{30,60}(?!\w)/,
    'perm:{b62:8}.{b62:12}.{b62:40}',
    { verify: random(3.5) },
  ),
  rule('retool-token', 'Retool', /retool_01[a-z0-9]{24,30}(?!\w)/, 'retool_01{hex:26}', {
    verify: random(3),
  }),
  rule('google-express-key', 'Google Cloud', /AQ\.Ab[\w-]{40,90}(?![\w-])/, 'AQ.Ab{b64u:48}', {
    mask: 'google-api-key',
    tier: 'candidate',
    verify: random(4),
  }),
];
