/**
 * Words of names whose values are random and no secret: digests, ids, versions, places, and what a program publishes.
 * One of them anywhere in a name is enough.
 */
export const PUBLIC_NAME_WORDS: ReadonlySet<string> = new Set(
  (
    'hash hashes digest digests id ids uid uids uuid guid gid pid oid arn ami vpc subnet version versions ver release checksum checksums integrity sum crc crc32 md5 sha sha1 sha256 sha384 sha512 etag commit commits revision rev ref refs head base parent tree blob object ' +
    'tag tags branch build image images layer layers snapshot public pub publickey fingerprint fingerprints thumbprint thumb cert certificate certificates ca crt pem nonce iv trace traceparent tracestate span request req correlation transaction tx txn txid blockhash utxo vin vout merkleroot block height event message msg delivery batch job run ' +
    'url urls uri uris host hostname hosts server path paths dir folder file files filename src href link links domain endpoint region zone bucket address addr mac ip ipv4 ipv6 ssid bssid wwn iqn imei imsi iccid email mail user username login owner author name names title label description text content contents body data html svg ' +
    'icon color colour font class classname style css selector pattern regex format type kind mime date time timestamp expires size length price product plan sku isbn iban bic vat order invoice ticket track tracking parcel shipment contract customer cliente pedido model modell device firmware hardware chip part serialnumber seriennummer sn ' +
    'cache resolved dist tarball package lock wallet contractaddress account site sitekey measurement pixel container gtm ga analytics dsn locale lang query example sample test tests fixture fixtures mock expected actual output result results input cursor offset marker continuation page index key_id keyid kid jti ray edition distribution alphabet charset chars characters letters digits'
  ).split(' '),
);

/** Words of names whose values in groups of letters and digits are bought: licences and activations. */
export const LICENCE_WORDS =
  /seri(?:al|e)|licen[cs]|lizenz|licenz|licenc|лицензи|ліцензі|activat|aktivier|freischalt|produ[ck]t|registrat|codice|codigo|código|clave|key|code|schl(?:ue|ü)ssel|unlock|cd_?key|シリアル|ライセンス/iu;
