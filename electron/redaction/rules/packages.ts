import { bodyCrc62 } from '../text/checksums.ts';
import { entropy } from '../text/entropy.ts';
import { generated, random } from '../text/random-value.ts';
import { rule } from './rule.ts';

const npmChecksum = (token: string) => token.length !== 40 || bodyCrc62(token);

export const PACKAGES = [
  rule('npm-token', 'npm', /npm_[A-Za-z0-9]{36,80}(?!\w)/i, 'npm_{b62:30}{crc}', {
    checksum: npmChecksum,
    verify: generated,
  }),
  // A setting of its own, or behind a registry: `url_auth = Module.method(` is code.
  rule(
    'npmrc-auth',
    'npm',
    /(?:(?<=npm_config_)|(?<![\w.$@]|\w[ \t]))_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}["']?([A-Za-z0-9+/_=.-]{8,400})(?![\w(])/,
    [
      '//packages.acme.test/:_authToken={uuid}',
      '//npm.acme.test/:_auth={b64:32}',
      '//npm.acme.test/:_password={b64:32}',
    ],
    {
      literals: ['_authToken', '_auth', '_password'],
      anywhere: true,
      verify: (secret) =>
        !/^(?:true|false|null|undefined|process\.|this\.|config\.|options\.|opts\.|await|req\.)/.test(
          secret,
        ) &&
        (generated(secret) || (secret.endsWith('=') && entropy(secret) >= 3)),
    },
  ),
  rule('pypi-token', 'PyPI', /pypi-(?:AgEIcHlwaS5vcmc|AgENdGVzdC5weXBpLm9yZw)[\w-]{50,1000}/, [
    'pypi-AgEIcHlwaS5vcmc{b64u:150}',
    'pypi-AgENdGVzdC5weXBpLm9yZw{b64u:150}',
  ]),
  rule('rubygems-key', 'RubyGems', /rubygems_[a-f0-9]{48}/, 'rubygems_{hex:48}'),
  rule('crates-io-token', 'crates.io', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/, 'cio{b62:32}', {
    verify: generated,
  }),
  rule('nuget-key', 'NuGet', /oy2[a-z0-9]{43}(?![a-z0-9])/, 'oy2{lower:43}', { verify: random(3) }),
  rule(
    'nuget-config-password',
    'NuGet',
    /ClearTextPassword\\{0,3}"\s{1,8}value=\\{0,3}"([^"\n%]{6,200})"/i,
    '<add key="ClearTextPassword" value="{b62:14}" />',
  ),
  rule('clojars-token', 'Clojars', /CLOJARS_[a-z0-9]{60}/i, 'CLOJARS_{hex:60}'),
  rule(
    'packagist-token',
    'Packagist',
    /packagist_(?:ou|ac|u)?[a-z]{0,3}_?[a-f0-9]{40,70}/,
    'packagist_ou_{hex:64}',
  ),
  rule('artifactory-key', 'JFrog', /AKCp[A-Za-z0-9]{59,80}/, 'AKCp{b62:69}', { anywhere: true }),
  rule(
    'artifactory-reference-token',
    'JFrog',
    /cmVmdGtuO[A-Za-z0-9]{45,70}|cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])/,
    'cmVmdGtuO{b62:55}',
    { verify: random(4) },
  ),
  rule(
    'artifactory-short-key',
    'JFrog',
    /(?:AKC|AP[\dABCDEF])[A-Za-z0-9]{10,70}(?![A-Za-z0-9])/,
    'AKC{b62:40}',
    {
      literals: ['AKC', 'AP1', 'AP2', 'AP3', 'AP5', 'AP6', 'APA', 'APB'],
      tier: 'candidate',
      mask: 'artifactory-key',
      verify: (secret) =>
        /[a-z]/.test(secret) && /\d.*\d/.test(secret.slice(3)) && secret.length >= 40 && entropy(secret) >= 4,
    },
  ),
  rule('jsr-token', 'JSR', /jsr[pd]_[A-Za-z0-9]{36,60}/, 'jsrp_{b62:43}'),
  rule('cloudsmith-key', 'Cloudsmith', /(?:csa|ckcty)_[a-f0-9]{32,48}/, 'csa_{hex:40}'),
  rule(
    'gemfury-token',
    'Gemfury',
    /[a-z0-9+]{0,8}:?\/\/([A-Za-z0-9_-]{16,40})(?::@|@)(?:\w{1,20}\.)?fury\.io/,
    'https://{b62:20}@pypi.fury.io/acme',
    { literals: ['fury'], lead: { of: /[A-Za-z0-9_.:@/-]/, max: 80 }, anywhere: true },
  ),
  rule(
    'sidekiq-url',
    'Sidekiq',
    /([a-f0-9]{8}:[a-f0-9]{8})@(?:gems|enterprise)\.contribsys\.com/i,
    'https://{hex:8}:{hex:8}@gems.contribsys.com/',
    {
      literals: ['gems.contribsys.com', 'enterprise.contribsys.com'],
      lead: { of: /[a-fA-F0-9:@]/, max: 18 },
      anywhere: true,
    },
  ),
  rule(
    'sidekiq-secret',
    'Sidekiq',
    /contribsys__com["']?\s{0,4}[=:]{1,2}>?\s{0,4}["']?([a-f0-9]{8}:[a-f0-9]{8})/i,
    'BUNDLE_ENTERPRISE__CONTRIBSYS__COM={hex:8}:{hex:8}',
    { anywhere: true },
  ),
  rule(
    'composer-github-oauth',
    'Composer',
    /github-oauth["'\s:.{\\]{1,18}(?:github\.com)["'\s:\\]{1,16}([A-Za-z0-9_]{20,255})/,
    '"github-oauth": {"github.com": "{hex:40}"}',
  ),
  rule(
    'nx-cloud-token',
    'Nx Cloud',
    /nxCloudAccessToken\\{0,3}["']?\s{0,4}:\s{0,4}\\{0,3}["']([A-Za-z0-9+/=|-]{20,120})/,
    '"nxCloudAccessToken": "{b64:44}"',
  ),
];
