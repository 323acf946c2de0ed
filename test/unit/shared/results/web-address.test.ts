import { describe, expect, it } from 'vitest';
import { webAddress } from '../../../../shared/results/web-address.ts';

const parse = (text: string) => URL.parse(text);

describe('addresses that may be opened', () => {
  it.each([
    ['https://profiles.example.org/p/7?view=full#scores', 'profiles.example.org'],
    ['http://profiles.example.org:8080/p/7', 'profiles.example.org:8080'],
    ['HTTPS://Profiles.Example.ORG/p', 'profiles.example.org'],
    // A Cyrillic letter that looks like the Latin one, and a name in Greek.
    ['https://аpple.com/', 'xn--pple-43d.com'],
    ['https://ελλάδα.gr/p', 'xn--hxakic4aa.gr'],
  ])('include %s, and its host is shown in ASCII', (text, host) => {
    const address = webAddress(text, null, parse);
    expect(address?.host).toBe(host);
    expect(address?.href).toContain(`//${host}/`);
    expect(address?.href).toMatch(/^[\u0021-\u007e]+$/);
  });

  it('include the service itself on a local host', () => {
    expect(webAddress('http://127.0.0.1:4010/p/7', '127.0.0.1:4010', parse)?.host).toBe('127.0.0.1:4010');
    expect(webAddress('http://127.0.0.1:4011/p/7', '127.0.0.1:4010', parse)).toBeNull();
  });
});

it.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)//https://profiles.example.org',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'file://profiles.example.org/share',
  'vbscript:x',
  'blob:https://profiles.example.org/7',
  'ms-msdt:/id PCWDiagnostic',
  'mailto:someone@example.org',
  'https://user@profiles.example.org/',
  'https://user:secret@profiles.example.org/',
  'https://profiles.example.org%40evil.example/@',
  'https://profiles.example.org/\u0000',
  'https://profiles.example.org/a\nb',
  'java\tscript:alert(1)',
  'https://profiles.example.org/\u202egnp.exe',
  'https://profiles\u200b.example.org/',
  'https:\\\\profiles.example.org\\share',
  'https://profiles.example.org\\@evil.example/',
  ' https://profiles.example.org/',
  'https://localhost/admin',
  'http://localhost./admin',
  'http://intranet./',
  'http://127.0.0.1./',
  'http://router/',
  'http://printer.local/',
  'http://192.168.1.1/reboot',
  'http://3232235777/',
  'http://0x7f.1/',
  'http://[::1]/',
  '//profiles.example.org',
  'profiles.example.org',
  `https://profiles.example.org/${'a'.repeat(3000)}`,
  '',
])('refuses %j', (text) => {
  expect(webAddress(text, null, parse)).toBeNull();
});
