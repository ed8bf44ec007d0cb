import { bodyCrc62, wholeCrc62 } from '../text/checksums.ts';
import { numbered, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

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
