/** Programs whose options are known. */
const PROGRAM =
  /^(?:[\w./~-]*\/)?(mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|curl|sshpass|redis-cli|docker|podman|psql|mongosh?|mongodump|mongorestore|wget|http|xh|ldapsearch|ldapadd|ldapmodify|smbclient|7z|7za|zip|unzip|twine|sqlcmd|bcp|xfreerdp|vncviewer|plink|pscp|rabbitmqadmin|mosquitto_pub|mosquitto_sub|ipmitool|cypher-shell|cqlsh|influx|kinit|helm|sudo|env|openssl|keytool|az)(?:\.exe)?$/;
/** Options whose value is a password, for any program and for some only. */
const LONG_OPTION =
  /^--?(?:pass|password|passwd|passphrase|pwd|pw|secret|token|(?:[a-z]+-){1,3}(?:password|passwd|passphrase|secret|token|api-?key|key-secret)|api[-_]?key|apikey|requirepass|storepass|keypass|bearer|oauth2-bearer)$/i;
/** Such an option names something about a secret. */
const ABOUT_SECRET =
  /-(?:no|max|min|ask|show|reset|use|with|from|file|max-new)-|^--(?:no|max|min|ask|show|use|with|image-pull|eos|bos|pad|stop|num|special)-/i;
const SHORT_OPTION: Record<string, RegExp> = {
  sshpass: /^-p$/,
  'redis-cli': /^-a$|^--pass$/,
  docker: /^-p$/,
  podman: /^-p$/,
  mongo: /^-p$/,
  mongosh: /^-p$/,
  mongodump: /^-p$/,
  mongorestore: /^-p$/,
  ldapsearch: /^-w$/,
  ldapadd: /^-w$/,
  ldapmodify: /^-w$/,
  unzip: /^-P$/,
  zip: /^-P$/,
  twine: /^-p$/,
  sqlcmd: /^-P$/,
  bcp: /^-P$/,
  vncviewer: /^-passwd$/,
  plink: /^-pw$/,
  pscp: /^-pw$/,
  rabbitmqadmin: /^-p$/,
  mosquitto_pub: /^-P$/,
  mosquitto_sub: /^-P$/,
  ipmitool: /^-P$/,
  'cypher-shell': /^-p$/,
  cqlsh: /^-p$/,
  influx: /^-t$/,
  az: /^-p$/,
};
/** Options with the password glued to them. */
const GLUED: Record<string, RegExp> = {
  mysql: /^-p(?=.)/,
  sshpass: /^-p(?=.)/,
  '7z': /^-p(?=.)/,
  '7za': /^-p(?=.)/,
  xfreerdp: /^\/p:/,
  bcp: /^-P(?=.)/,
  sqlcmd: /^-P(?=.)/,
};
const OF_MYSQL = /^(?:mysql|mariadb)/;
const OF_HTTP = /^(?:curl|http|xh)$/;
const NAMED = '[\\w.-]{0,60}(?:password|passwd|pass|pw|pwd|secret|token|api_?key)=';
/** `--set auth.rootPassword=X` in one argument, or in two. */
const GLUED_LONG = new RegExp(
  `^--(?:pass|password|passwd|passphrase|secret|token|(?:[a-z]+-){1,3}(?:password|passwd|secret|token))=|^--(?:from-literal|set|set-string|env|build-arg|var|extra-vars)[= ]${NAMED}`,
  'i',
);
const SETS = /^(?:--(?:from-literal|set|set-string|env|build-arg|var|extra-vars)|-e|-v)$/;
const SET = new RegExp(`^${NAMED}`, 'i');

/** The program that an argument names; undefined for one whose options are not known. */
export function programOf(argument: string): string | undefined {
  return PROGRAM.exec(argument)?.[1];
}

/** Where the secret of an argument begins in it; -1 where it has none. */
export function secretAt(program: string, before: string, value: string): number {
  const family = OF_MYSQL.test(program) ? 'mysql' : program;
  const glued = (GLUED[family]?.exec(value) ?? GLUED_LONG.exec(value))?.[0].length ?? 0;
  if (glued > 0) return glued;
  if (value.startsWith('-')) return -1;
  if ((LONG_OPTION.test(before) && !ABOUT_SECRET.test(before)) || SHORT_OPTION[program]?.test(before))
    return 0;
  if (OF_HTTP.test(program) && /^(?:-u|--user|-U|--proxy-user|-a|--auth)$/.test(before))
    return value.indexOf(':') + 1 || -1;
  if (SETS.test(before)) return SET.exec(value)?.[0].length ?? -1;
  return program === 'smbclient' && before === '-U' ? value.indexOf('%') + 1 || -1 : -1;
}
