import * as limits from '../../../shared/limits.ts';
import { accepted, type ConformanceVector, eventOf, JSON_TYPE, raw, refused } from '../conformance-vector.ts';

const body = JSON.stringify(eventOf('transport'));
const send = (headers: [string, string][]) => ({ method: 'POST', path: limits.EVENTS_PATH, headers, body });

function senderVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  for (const host of [
    'evil.example',
    'evil.example:$port',
    '127.0.0.1',
    'localhost',
    '127.0.0.1.evil.example:$port',
    '0.0.0.0:$port',
    '127.0.0.2:$port',
    '[::]:$port',
    'localhost.:$port',
    '127.0.0.1:1',
  ]) {
    vectors.push(raw(`Host: ${host}`, send([['Host', host], JSON_TYPE]), refused('forbidden_host')));
  }
  for (const [name, value] of [
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Origin', 'http://127.0.0.1:$port'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Sec-Fetch-Site', 'same-origin'],
  ] as const) {
    vectors.push(raw(`${name}: ${value}`, send([[name, value], JSON_TYPE]), refused('forbidden_origin')));
  }
  vectors.push(
    raw(
      'Host is judged before Origin',
      send([
        ['Host', 'evil.example'],
        ['Origin', 'https://evil.example'],
      ]),
      refused('forbidden_host'),
    ),
    raw(
      'Origin is judged before the path',
      { method: 'GET', path: '/', headers: [['Origin', 'null']] },
      refused('forbidden_origin'),
    ),
    raw('Host localhost', send([['Host', 'localhost:$port'], JSON_TYPE]), accepted()),
    raw('Host [::1]', send([['Host', '[::1]:$port'], JSON_TYPE]), accepted()),
    raw('Sec-Fetch-Site: none', send([['Sec-Fetch-Site', 'none'], JSON_TYPE]), accepted()),
  );
  return vectors;
}

function endpointVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  for (const path of [
    '/',
    '/api/developer/v1/events/',
    '/api/developer/v1/Events',
    '/api/developer/v1/%65vents',
    '/api/developer/v2/events',
    '//api/developer/v1/events',
    '/api/developer/v1/../v1/events',
    '/api/developer/v1/events%2f',
  ]) {
    vectors.push(
      raw(`no endpoint: ${path}`, { method: 'POST', path, headers: [JSON_TYPE], body }, refused('not_found')),
    );
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    vectors.push(
      raw(
        `${method} on events`,
        { method, path: limits.EVENTS_PATH, headers: [] },
        refused('method_not_allowed', undefined, { Allow: 'POST' }),
        'none',
      ),
    );
  }
  for (const method of ['POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    vectors.push(
      raw(
        `${method} on capabilities`,
        { method, path: limits.CAPABILITIES_PATH, headers: [] },
        refused('method_not_allowed', undefined, { Allow: 'GET' }),
        'none',
      ),
    );
  }
  return vectors;
}

function bodyHeaderVectors(): ConformanceVector[] {
  const vectors: ConformanceVector[] = [];
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16',
    'application/json; charset =utf-16',
    'application/json; charset*=utf-16',
    'application/jsonp',
    'text/json',
    'application/json, text/plain',
  ]) {
    vectors.push(
      raw(`Content-Type: ${type}`, send([['Content-Type', type]]), refused('unsupported_media_type')),
    );
  }
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ]) {
    vectors.push(raw(`Content-Type: ${type}`, send([['Content-Type', type]]), accepted()));
  }
  vectors.push(raw('no Content-Type', send([]), refused('unsupported_media_type')));
  for (const encoding of ['gzip', 'identity', 'br']) {
    vectors.push(
      raw(
        `Content-Encoding: ${encoding}`,
        send([JSON_TYPE, ['Content-Encoding', encoding]]),
        refused('unsupported_media_type'),
      ),
    );
  }
  vectors.push(
    raw(
      'the credential is judged before the body',
      send([['Content-Type', 'text/plain']]),
      refused('unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' }),
      'none',
    ),
  );
  return vectors;
}

/** Requests that differ in their headers, paths and methods. */
export function transportVectors(): ConformanceVector[] {
  return [...senderVectors(), ...endpointVectors(), ...bodyHeaderVectors()];
}
