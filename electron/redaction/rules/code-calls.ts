/** A function of a library that takes a password or a key as a literal, and as the how many-th argument. */
export interface CodeCall {
  /** The call up to its opening bracket. */
  literal: string;
  /** Counted from 0. */
  argument: number;
  caseless?: true;
  /** A user's name in quotes stands before it, so that a word is one, too. */
  words?: true;
  /** The argument is a user and a password with a colon between. */
  pair?: true;
}

const calls = (literals: string, argument: number): readonly CodeCall[] =>
  literals.split(' ').map((literal) => ({ literal, argument }));

export const CODE_CALLS: readonly CodeCall[] = [
  // The password alone, or the key alone.
  ...calls(
    'client.run( bot.run( bot.login( client.login( .from_key( privateKeyToAccount( ethers.Wallet( PrivateKey( Fernet( .setPassword( .set_password( setpassword( .Unprotect( .Protect( cookieParser( .setSigningKey( .signWith( SetPassword( unlock_keychain( setBearerAuth( .bearerAuth( .withPassword( .password( .setClientSecret( .setApiKey( .apiKey( Telegraf( TelegramBot( Stripe( OpenAI( Anthropic( SecretKeySpec( .extractall(pwd= .setpassword( .decrypt( .unlock(',
    0,
  ),
  // A user, or a salt, before it.
  ...calls(
    '.login( .basicAuth( .basic_auth( .setBasicAuth( .set_basic_auth( .with_basic_auth( HTTPBasicAuth( HTTPDigestAuth( BasicAuth( NetworkCredential( UsernamePasswordCredentials( PasswordAuthentication( .authenticate( createHmac( jwt.sign( jwt.verify( jwt.encode( jwt.decode( JWT.encode( JWT.decode( createCipheriv( createDecipheriv( .withBasicAuthentication( BasicAWSCredentials( AwsBasicCredentials.create( .SetBasicAuth( .credentials( Credentials( UsernamePasswordCredential( PSCredential( ConvertTo-SecureString( neo4j.auth.basic( AuthTokens.basic( .rootLogin( CryptoJS.AES.encrypt( CryptoJS.AES.decrypt( smtp.PlainAuth( hmac.new( .addUser( .createUser( ssh2_auth_password(',
    1,
  ),
  ...calls(
    'pg_connect( getConnection( odbc_connect( ftp_connect( .simple_bind_s( cx_Oracle.connect( smtplib.login( dbConnect( createBasicAuthHeader( UsernamePasswordToken(',
    2,
  ),
  ...calls('ssh.connect( client.connect( .connect(', 3),
  // The user's name stands in quotes before it.
  ...calls(
    'PDO( DBI->connect( DriverManager.getConnection( mysqli_connect( mysqli( mysql_connect( oci_connect( ldap_bind( imap_open( pymysql.connect( MySQLdb.connect( oracledb.connect( ssh2_auth_password( PlainAuth( DirectoryEntry( OpenDSObject( ftp_login( imap_login(',
    2,
  ).map((call): CodeCall => ({ ...call, words: true })),
  ...calls(
    'smtp.login( server.login( ftp.login( imap.login( mail.login( yagmail.SMTP( simple_bind_s(',
    1,
  ).map((call): CodeCall => ({ ...call, words: true })),
  ...calls('WiFi.begin( WiFi.softAP( wlan.connect(', 1).map((call): CodeCall => ({ ...call, words: true })),
  ...[
    'auth=(',
    'auth = (',
    'auth: (',
    'BasicAuth(',
    'HTTPBasicAuth(',
    'HTTPDigestAuth(',
    '.basicAuth(',
    '.basic_auth(',
    'NetworkCredential(',
    'UsernamePasswordCredentials(',
  ].map((literal): CodeCall => ({ literal, argument: 1, words: true })),
  { literal: 'Credentials(', argument: 3, words: true },
  { literal: 'btoa(', argument: 0, pair: true },
  { literal: 'b64encode(', argument: 0, pair: true },
  { literal: 'base64_encode(', argument: 0, pair: true },
  { literal: 'Buffer.from(', argument: 0, pair: true },
];
