import { bodyCrc62 } from '../text/checksums.ts';
import { entropy } from '../text/entropy.ts';
import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

const npmChecksum = (token: string) => token.length !== 40 || bodyCrc62(token);

export const PACKAGES = [
  rule({
    id: 'npm-token',
    service: 'npm',
    literals: ['npm_'],
    pattern: /npm_[A-Za-z0-9]{36,80}(?!\w)/i,
    sample: 'npm_{b62:30}{crc}',
    caseless: true,
    checksum: npmChecksum,
    verify: generated,
  }),
  rule({
    id: 'npmrc-auth',
    service: 'npm',
    literals: ['_authToken', '_auth', '_password'],
    // A setting of its own, or behind a registry: `url_auth = Module.method(` is code.
    pattern:
      /(?:(?<=npm_config_)|(?<![\w.$@]|\w[ \t]))_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}["']?([A-Za-z0-9+/_=.-]{8,400})(?![\w(])/,
    sample: [
      '//packages.acme.test/:_authToken={uuid}',
      '//npm.acme.test/:_auth={b64:32}',
      '//npm.acme.test/:_password={b64:32}',
    ],
    anywhere: true,
    verify: (secret) =>
      !/^(?:true|false|null|undefined|process\.|this\.|config\.|options\.|opts\.|await|req\.)/.test(secret) &&
      (generated(secret) || (secret.endsWith('=') && entropy(secret) >= 3)),
  }),
  rule({
    id: 'pypi-token',
    service: 'PyPI',
    literals: ['pypi-'],
    pattern: /pypi-(?:AgEIcHlwaS5vcmc|AgENdGVzdC5weXBpLm9yZw)[\w-]{50,1000}/,
    sample: ['pypi-AgEIcHlwaS5vcmc{b64u:150}', 'pypi-AgENdGVzdC5weXBpLm9yZw{b64u:150}'],
  }),
  rule({
    id: 'rubygems-key',
    service: 'RubyGems',
    literals: ['rubygems_'],
    pattern: /rubygems_[a-f0-9]{48}/,
    sample: 'rubygems_{hex:48}',
  }),
  rule({
    id: 'crates-io-token',
    service: 'crates.io',
    literals: ['cio'],
    pattern: /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
    sample: 'cio{b62:32}',
    verify: generated,
  }),
  rule({
    id: 'nuget-key',
    service: 'NuGet',
    literals: ['oy2'],
    pattern: /oy2[a-z0-9]{43}(?![a-z0-9])/,
    sample: 'oy2{lower:43}',
    verify: random(3),
  }),
  rule({
    id: 'nuget-config-password',
    service: 'NuGet',
    literals: ['ClearTextPassword', 'cleartextpassword'],
    pattern: /ClearTextPassword\\{0,3}"\s{1,8}value=\\{0,3}"([^"\n%]{6,200})"/i,
    sample: '<add key="ClearTextPassword" value="{b62:14}" />',
    caseless: true,
  }),
  rule({
    id: 'clojars-token',
    service: 'Clojars',
    literals: ['CLOJARS_'],
    pattern: /CLOJARS_[a-z0-9]{60}/i,
    sample: 'CLOJARS_{hex:60}',
    caseless: true,
  }),
  rule({
    id: 'packagist-token',
    service: 'Packagist',
    literals: ['packagist_'],
    pattern: /packagist_(?:ou|ac|u)?[a-z]{0,3}_?[a-f0-9]{40,70}/,
    sample: 'packagist_ou_{hex:64}',
  }),
  rule({
    id: 'artifactory-key',
    service: 'JFrog',
    literals: ['AKCp'],
    pattern: /AKCp[A-Za-z0-9]{59,80}/,
    sample: 'AKCp{b62:69}',
    anywhere: true,
  }),
  rule({
    id: 'artifactory-reference-token',
    service: 'JFrog',
    literals: ['cmVmd'],
    pattern: /cmVmdGtuO[A-Za-z0-9]{45,70}|cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])/,
    sample: 'cmVmdGtuO{b62:55}',
    verify: random(4),
  }),
  rule({
    id: 'artifactory-short-key',
    service: 'JFrog',
    literals: ['AKC', 'AP1', 'AP2', 'AP3', 'AP5', 'AP6', 'APA', 'APB'],
    pattern: /(?:AKC|AP[\dABCDEF])[A-Za-z0-9]{10,70}(?![A-Za-z0-9])/,
    sample: 'AKC{b62:40}',
    tier: 'candidate',
    mask: 'artifactory-key',
    verify: (secret) =>
      /[a-z]/.test(secret) && /\d.*\d/.test(secret.slice(3)) && secret.length >= 40 && entropy(secret) >= 4,
  }),
  rule({
    id: 'jsr-token',
    service: 'JSR',
    literals: ['jsrp_', 'jsrd_'],
    pattern: /jsr[pd]_[A-Za-z0-9]{36,60}/,
    sample: 'jsrp_{b62:43}',
  }),
  rule({
    id: 'cloudsmith-key',
    service: 'Cloudsmith',
    literals: ['csa_', 'ckcty_'],
    pattern: /(?:csa|ckcty)_[a-f0-9]{32,48}/,
    sample: 'csa_{hex:40}',
  }),
  rule({
    id: 'gemfury-token',
    service: 'Gemfury',
    literals: ['fury'],
    pattern: /[a-z0-9+]{0,8}:?\/\/([A-Za-z0-9_-]{16,40})(?::@|@)(?:\w{1,20}\.)?fury\.io/,
    sample: 'https://{b62:20}@pypi.fury.io/acme',
    lead: { of: /[A-Za-z0-9_.:@/-]/, max: 80 },
    anywhere: true,
  }),
  rule({
    id: 'sidekiq-url',
    service: 'Sidekiq',
    literals: ['gems.contribsys.com', 'enterprise.contribsys.com'],
    pattern: /([a-f0-9]{8}:[a-f0-9]{8})@(?:gems|enterprise)\.contribsys\.com/i,
    sample: 'https://{hex:8}:{hex:8}@gems.contribsys.com/',
    lead: { of: /[a-fA-F0-9:@]/, max: 18 },
    anywhere: true,
  }),
  rule({
    id: 'sidekiq-secret',
    service: 'Sidekiq',
    literals: ['contribsys__com'],
    pattern: /contribsys__com["']?\s{0,4}[=:]{1,2}>?\s{0,4}["']?([a-f0-9]{8}:[a-f0-9]{8})/i,
    sample: 'BUNDLE_ENTERPRISE__CONTRIBSYS__COM={hex:8}:{hex:8}',
    caseless: true,
    anywhere: true,
  }),
  rule({
    id: 'composer-github-oauth',
    service: 'Composer',
    literals: ['github-oauth'],
    pattern: /github-oauth["'\s:.{\\]{1,18}(?:github\.com)["'\s:\\]{1,16}([A-Za-z0-9_]{20,255})/,
    sample: '"github-oauth": {"github.com": "{hex:40}"}',
  }),
  rule({
    id: 'nx-cloud-token',
    service: 'Nx Cloud',
    literals: ['nxCloudAccessToken'],
    pattern: /nxCloudAccessToken\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']([A-Za-z0-9+/=|-]{20,120})/,
    sample: '"nxCloudAccessToken": "{b64:44}"',
  }),
];
