// biome-ignore-all format: a table reads best with one rule on one line.
import { bodyCrc62, wholeCrc62 } from '../checksums.ts';
import { random } from './randomness.ts';
import { shape } from './rule.ts';


/** Only the 40 character form ends in a checksum. */
const githubChecksum = (token: string) => token.length !== 40 || bodyCrc62(token);

export const CODE_HOSTING = [
  shape('github-token', 'GitHub', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], /gh[pousr]_(?:[A-Za-z0-9]{36,255}|[0-9]{1,12}_eyJ[\w.-]{20,2000})/, ['ghp_{b62:30}{crc}', 'gho_{b62:30}{crc}', 'ghu_{b62:30}{crc}', 'ghs_{b62:30}{crc}', 'ghr_{b62:70}{crc}'], { anywhere: true, checksum: githubChecksum }),
  shape('github-fine-grained-token', 'GitHub', ['github_pat_'], /github_pat_\w{60,255}/, 'github_pat_{up:22}_{b62:59}', { anywhere: true, mask: 'github-token' }),
  shape('gitlab-token', 'GitLab', ['glpat-', 'gldt-', 'glrt-', 'glrtr-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glsoat-', 'glffct-', 'glptt-', 'glcbt-', 'glwt-'], /gl(?:pat|dt|rtr?|ft|imt|agent|oas|soat|ffct|ptt|cbt|wt)-[\w-]{20,320}(?:\.[0-9a-z]{2,9}(?:\.[0-9a-z]{7,12})?)?/, ['glpat-{b64u:20}', 'glpat-{b64u:27}.{lower:2}{lower:7}', 'gldt-{b64u:20}', 'glrt-{b64u:20}', 'glrt-t1_{b64u:27}.{lower:9}', 'glptt-{hex:40}', 'glcbt-{hex:2}_{b64u:20}', 'glagent-{b64u:50}', 'gloas-{hex:64}', 'glsoat-{b64u:20}', 'glffct-{b64u:20}', 'glft-{b64u:20}', 'glimt-{b64u:25}'], { anywhere: true }),
  shape('gitlab-runner-registration-token', 'GitLab', ['GR1348941'], /GR1348941[\w-]{20}/, 'GR1348941{b64u:20}', { anywhere: true, mask: 'gitlab-token' }),
  shape('gitlab-session-cookie', 'GitLab', ['_gitlab_session='], /_gitlab_session=([0-9a-z]{32})/, '_gitlab_session={hex:32}', { anywhere: true }),
  shape('bitbucket-app-password', 'Bitbucket', ['ATBB'], /ATBB[A-Za-z0-9_=.-]{24,64}/, 'ATBB{b62:24}{hex:8}', { verify: random(3.5) }),
  shape('atlassian-token', 'Atlassian', ['ATATT3', 'ATCTT3', 'ATSTT3', 'ATOTT3'], /AT[ACSO]TT3[A-Za-z0-9_=-]{60,400}/, ['ATATT3{b64u:186}', 'ATCTT3xFfG{b64u:170}={hex:8}'], { anywhere: true }),
  shape('trello-token', 'Trello', ['ATTA'], /ATTA[a-f0-9]{64}[A-F0-9]{0,12}/, 'ATTA{hex:64}', { anywhere: true }),
  shape('sourcegraph-token', 'Sourcegraph', ['sgp_', 'slk_', 'sgph_'], /(?:sgph?_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}|slk_[a-f0-9]{64})/, ['sgp_{hex:16}_{hex:40}', 'sgp_local_{hex:40}', 'sgp_{hex:40}', 'slk_{hex:64}']),
  shape('gitpod-token', 'Gitpod', ['gitpod_pat_'], /gitpod_pat_[\w.-]{40,120}/, 'gitpod_pat_{b64u:60}'),
  shape('circleci-token', 'CircleCI', ['CCIPAT_', 'CCIPRJ_'], /CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[a-fA-F0-9]{40}/, ['CCIPAT_{b62:22}_{hex:40}', 'CCIPRJ_{b62:22}_{hex:40}']),
  shape('buildkite-token', 'Buildkite', ['bkua_', 'bkct_', 'bkat_', 'bkpt_'], /bk(?:ua|ct|at|pt)_[a-zA-Z0-9]{40,80}/, ['bkua_{hex:40}', 'bkct_{b62:48}']),
  shape('sonar-token', 'SonarQube', ['sqp_', 'squ_', 'sqa_', 'sqb_'], /sq[puab]_[a-f0-9]{40}/, ['sqp_{hex:40}', 'squ_{hex:40}']),
  shape('snyk-token', 'Snyk', ['snyk_uat.', 'snyk_sat.'], /snyk_[us]at\.[\w-]{6,12}\.[\w-]{20,900}(?:\.[\w-]{20,200})?/, 'snyk_uat.{lower:8}.{b64u:100}.{b64u:60}'),
  shape('docker-hub-token', 'Docker Hub', ['dckr_pat_', 'dckr_oat_'], /dckr_[po]at_[\w-]{27,40}/, ['dckr_pat_{b64u:27}', 'dckr_oat_{b64u:32}'], { anywhere: true }),
  shape('harness-token', 'Harness', ['pat.', 'sat.'], /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/, ['pat.{b64u:22}.{hex:24}.{b62:20}', 'sat.{b64u:22}.{hex:24}.{b62:20}']),
  shape('octopus-api-key', 'Octopus Deploy', ['API-'], /API-[A-Z0-9]{25,34}(?![A-Za-z0-9])/, 'API-{up:26}', { verify: random(3) }),
  shape('postman-key', 'Postman', ['PMAK-', 'PMAT-'], /PMA(?:K-[a-f0-9]{24}-[a-f0-9]{34}|T-[A-Z0-9]{26})/i, ['PMAK-{hex:24}-{hex:34}', 'PMAT-{up:26}'], { caseless: true }),
  shape('chromatic-token', 'Chromatic', ['chpt_'], /chpt_[a-z0-9]{12,20}(?![a-z0-9])/, 'chpt_{lower:15}'),
  shape('expo-token', 'Expo', ['expo_'], /expo_[A-Za-z0-9]{36,48}/, 'expo_{b62:40}'),
  shape('deno-token', 'Deno', ['ddp_', 'ddw_', 'ddo_'], /dd[pwo]_[A-Za-z0-9]{36}/, ['ddp_{b62:36}', 'ddw_{b62:36}']),
  shape('dependency-track-key', 'Dependency-Track', ['odt_'], /odt_(?:[A-Za-z0-9]{8}_)?[A-Za-z0-9]{32}/, ['odt_{b62:8}_{b62:32}', 'odt_{b62:32}']),
  shape('socket-token', 'Socket', ['sktsec_'], /sktsec_[\w-]{30,90}_api/, 'sktsec_{b62:44}_api'),
  shape('aikido-key', 'Aikido', ['AIK_'], /AIK_[A-Z]{2,10}_[A-Za-z0-9]{40,80}/, 'AIK_CI_{b62:64}'),
  shape('semgrep-token', 'Semgrep', ['semgrep_'], /semgrep_[a-f0-9]{64}/, 'semgrep_{hex:64}'),
  shape('linear-token', 'Linear', ['lin_api_', 'lin_oauth_', 'lin_wh_'], /lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,80}/, ['lin_api_{b62:40}', 'lin_oauth_{hex:64}']),
  shape('doppler-token', 'Doppler', ['dp.pt.', 'dp.st.', 'dp.sa.', 'dp.ct.', 'dp.scim.', 'dp.audit.'], /dp\.(?:pt|ct|sa|st|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/, ['dp.pt.{b62:43}', 'dp.st.prd.{b62:43}', 'dp.sa.{b62:43}']),
  shape('plinth-token', 'Plinth', ['plint_', 'plhook_'], /pl(?:int|hook)_[A-Za-z0-9]{40,60}/, ['plint_{b62:43}{whole-crc}', 'plhook_{b62:43}{whole-crc}'], { anywhere: true, checksum: wholeCrc62 }),
  shape('replit-token', 'Replit', ['repl_'], /repl_[A-Za-z0-9]{40,80}/, 'repl_{b62:48}'),
  shape('wakatime-key', 'WakaTime', ['waka_'], /waka_(?:sec_|tok_|ref_)?[a-zA-Z0-9]{8}-?[a-zA-Z0-9-]{24,64}/, 'waka_{uuid}'),
];
