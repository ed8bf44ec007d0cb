import { bodyCrc62, wholeCrc62 } from '../text/checksums.ts';
import { numbered, random } from '../text/random-value.ts';
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

/** Only the 40 character form ends in a checksum. */
const githubChecksum = (token: string) => token.length !== 40 || bodyCrc62(token);

export const CODE_HOSTING = [
  rule(
    'open-vsx-token',
    'Open VSX',
    /ovsxat_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|ovsxat_[\w-]{20,60}/,
    'ovsxat_{uuid}',
  ),
  rule(
    'mergify-key',
    'Mergify',
    /mergify_application_key_[\w-]{40,200}/,
    'mergify_application_key_{b64u:48}',
    { verify: numbered },
  ),
  rule(
    'github-token',
    'GitHub',
    /gh[pousr]_(?:[A-Za-z0-9]{36,255}|[0-9]{1,12}_eyJ[\w.-]{20,2000})/,
    ['ghp_{b62:30}{crc}', 'gho_{b62:30}{crc}', 'ghu_{b62:30}{crc}', 'ghs_{b62:30}{crc}', 'ghr_{b62:70}{crc}'],
    { anywhere: true, checksum: githubChecksum },
  ),
  rule('github-fine-grained-token', 'GitHub', /github_pat_\w{60,255}/, 'github_pat_{up:22}_{b62:59}', {
    anywhere: true,
    mask: 'github-token',
  }),
  rule(
    'gitlab-token',
    'GitLab',
    /gl(?:pat|dt|rtr?|ft|imt|agent|oas|soat|ffct|ptt|cbt|wt)-[\w-]{20,320}(?:\.[0-9a-z]{2,9}(?:\.[0-9a-z]{7,12})?)?/,
    [
      'glpat-{b64u:20}',
      'glpat-{b64u:27}.{lower:2}{lower:7}',
      'gldt-{b64u:20}',
      'glrt-{b64u:20}',
      'glrt-t1_{b64u:27}.{lower:9}',
      'glptt-{hex:40}',
      'glcbt-{hex:2}_{b64u:20}',
      'glagent-{b64u:50}',
      'gloas-{hex:64}',
      'glsoat-{b64u:20}',
      'glffct-{b64u:20}',
      'glft-{b64u:20}',
      'glimt-{b64u:25}',
    ],
    { anywhere: true },
  ),
  rule('gitlab-runner-registration-token', 'GitLab', /GR1348941[\w-]{20}/, 'GR1348941{b64u:20}', {
    anywhere: true,
    mask: 'gitlab-token',
  }),
  rule('gitlab-session-cookie', 'GitLab', /_gitlab_session=([0-9a-z]{32})/, '_gitlab_session={hex:32}', {
    anywhere: true,
  }),
  rule('bitbucket-app-password', 'Bitbucket', /ATBB[A-Za-z0-9_=.-]{24,64}/, 'ATBB{b62:24}{hex:8}', {
    verify: random(3.5),
  }),
  rule(
    'atlassian-token',
    'Atlassian',
    /AT[ACSO]TT3[A-Za-z0-9_=-]{60,400}/,
    ['ATATT3{b64u:186}', 'ATCTT3xFfG{b64u:170}={hex:8}'],
    { anywhere: true },
  ),
  rule('trello-token', 'Trello', /ATTA[a-f0-9]{64}[A-F0-9]{0,12}/, 'ATTA{hex:64}', { anywhere: true }),
  rule(
    'sourcegraph-token',
    'Sourcegraph',
    /(?:sgph?_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}|slk_[a-f0-9]{64})/,
    ['sgp_{hex:16}_{hex:40}', 'sgp_local_{hex:40}', 'sgp_{hex:40}', 'slk_{hex:64}'],
  ),
  rule('gitpod-token', 'Gitpod', /gitpod_pat_[\w.-]{40,120}/, 'gitpod_pat_{b64u:60}'),
  rule('circleci-token', 'CircleCI', /CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[a-fA-F0-9]{40}/, [
    'CCIPAT_{b62:22}_{hex:40}',
    'CCIPRJ_{b62:22}_{hex:40}',
  ]),
  // betterleaks lists those of agents, jobs, registrations, packages and portals.
  rule(
    'buildkite-token',
    'Buildkite',
    /bk(?:ua|ct|at|pt|aa|aj|ar|pat|ps|agent)_[\w-]{40,340}/,
    ['bkua_{hex:40}', 'bkct_{b64u:73}', 'bkaj_{b64u:333}', 'bkps_{b64u:64}'],
    { verify: numbered },
  ),
  rule('sonar-token', 'SonarQube', /sq[puab]_[a-f0-9]{40}/, ['sqp_{hex:40}', 'squ_{hex:40}']),
  rule(
    'snyk-token',
    'Snyk',
    /snyk_[us]at\.[\w-]{6,12}\.[\w-]{20,900}(?:\.[\w-]{20,200})?/,
    'snyk_uat.{lower:8}.{b64u:100}.{b64u:60}',
  ),
  rule(
    'docker-hub-token',
    'Docker Hub',
    /dckr_[po]at_[\w-]{27,40}/,
    ['dckr_pat_{b64u:27}', 'dckr_oat_{b64u:32}'],
    { anywhere: true },
  ),
  rule('harness-token', 'Harness', /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/, [
    'pat.{b64u:22}.{hex:24}.{b62:20}',
    'sat.{b64u:22}.{hex:24}.{b62:20}',
  ]),
  rule('octopus-api-key', 'Octopus Deploy', /API-[A-Z0-9]{25,34}(?![A-Za-z0-9])/, 'API-{up:26}', {
    verify: random(3),
  }),
  rule('postman-key', 'Postman', /PMA(?:K-[a-f0-9]{24}-[a-f0-9]{34}|T-[A-Z0-9]{26})/i, [
    'PMAK-{hex:24}-{hex:34}',
    'PMAT-{up:26}',
  ]),
  rule('chromatic-token', 'Chromatic', /chpt_[a-z0-9]{12,20}(?![a-z0-9])/, 'chpt_{lower:15}'),
  rule('expo-token', 'Expo', /expo_[A-Za-z0-9]{36,48}/, 'expo_{b62:40}'),
  rule('deno-token', 'Deno', /dd[pwo]_[A-Za-z0-9]{36}/, ['ddp_{b62:36}', 'ddw_{b62:36}']),
  rule('dependency-track-key', 'Dependency-Track', /odt_(?:[A-Za-z0-9]{8}_)?[A-Za-z0-9]{32}/, [
    'odt_{b62:8}_{b62:32}',
    'odt_{b62:32}',
  ]),
  rule('socket-token', 'Socket', /sktsec_[\w-]{30,90}_api/, 'sktsec_{b62:44}_api'),
  rule('aikido-key', 'Aikido', /AIK_[A-Z]{2,10}_[A-Za-z0-9]{24,80}/, 'AIK_CI_{b62:64}'),
  rule('semgrep-token', 'Semgrep', /semgrep_[a-f0-9]{64}/, 'semgrep_{hex:64}'),
  rule('linear-token', 'Linear', /lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,80}/, [
    'lin_api_{b62:40}',
    'lin_oauth_{hex:64}',
  ]),
  rule(
    'doppler-token',
    'Doppler',
    /dp\.(?:pt|ct|sa|st|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/,
    ['dp.pt.{b62:43}', 'dp.st.prd.{b62:43}', 'dp.sa.{b62:43}'],
  ),
  rule(
    'plinth-token',
    'Plinth',
    /pl(?:int|hook)_[A-Za-z0-9]{40,60}/,
    ['plint_{b62:43}{whole-crc}', 'plhook_{b62:43}{whole-crc}'],
    { anywhere: true, checksum: wholeCrc62 },
  ),
  rule('replit-token', 'Replit', /repl_[A-Za-z0-9]{40,80}/, 'repl_{b62:48}'),
  rule(
    'wakatime-key',
    'WakaTime',
    /waka_(?:sec_|tok_|ref_)?[a-zA-Z0-9]{8}-?[a-zA-Z0-9-]{24,64}/,
    'waka_{uuid}',
  ),
];
