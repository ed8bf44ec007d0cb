import { describe, expect, it } from 'vitest';
import { createRedactor, type JsonValue } from '../redactor.ts';

const redactor = createRedactor({
  fingerprintKey: new Uint8Array(32).fill(7),
  homeDirectories: [],
  userNames: [],
});
const stored = (text: string) => redactor.redactText(text).text;
const H = 'deploy@staging.acme.example';

describe('the address of a machine', () => {
  it.each([
    `ssh ${H}`,
    `ssh -i key -p 22 ${H} cmd`,
    `ssh -i ~/.ssh/id_ed25519 -o StrictHostKeyChecking=no -t ${H} "uptime"`,
    `ssh -J jump@bastion.acme.example ${H}`,
    `ssh -o ProxyJump=jump@bastion.acme.example ${H}`,
    `sudo /usr/bin/ssh -v "${H}"`,
    `bash -c "ssh ${H} 'uptime'"`,
    `cd app && ssh ${H}; echo done`,
    `x=$(ssh ${H} hostname)`,
    `ssh.exe ${H}`,
    `autossh -M 0 -N -L 5432:localhost:5432 ${H}`,
    `ssh-copy-id -i key.pub ${H}`,
    `sshpass -e ssh ${H}`,
    `sshuttle -r ${H} 10.0.0.0/8`,
    `mosh ${H}`,
    `mosh --ssh="ssh -p 2222" ${H}`,
    `sftp ${H}`,
    `sftp -b batch.txt ${H}:/in`,
    `scp a b ${H}:path`,
    `scp ${H}:dump.sql .`,
    `scp report.pdf ${H}:`,
    `scp -r ${H}:/a other@web.acme.example:/b`,
    `rsync -avz -e "ssh -p 22" dist/ ${H}:/srv/app`,
    `rsync -a ${H}::module/ .`,
    `rsync -e ssh a ${H}:b`,
    `sshfs ${H}:/srv /mnt`,
    `git clone ${H}:app`,
    `git remote add live ${H}:team/app.git`,
    `git clone ssh://${H}/team/app.git`,
    `docker -H ssh://${H} ps`,
    `DOCKER_HOST=ssh://${H} docker ps`,
    `ansible all -i ${H}, -m ping`,
    `ansible-playbook -i "${H},root@web.acme.example," site.yml`,
    `restic -r sftp:${H}:/srv/backup snapshots`,
    `ssh into ${H} and restart it`,
    `please ssh to ${H}`,
    `Copy it to ${H}:/srv/app, then stop.`,
    `${H}:~$ ls`,
    `{"command":["ssh","-p","22","${H}"]}`,
  ])('stays in %s', (text) => {
    expect(stored(text)).toBe(text);
  });

  it.each<[JsonValue]>([
    [['ssh', '-p', '22', H, 'uptime']],
    [['bash', '-lc', `ssh ${H} uptime`]],
    [['scp', 'a.txt', `${H}:a.txt`]],
  ])('stays in the arguments %j', (command) => {
    expect(redactor.redactValue({ command }).value).toEqual({ command });
  });

  it.each([
    ['mail bob@acme.example', 'mail [email]'],
    ['git commit --author="x <a@acme.example>"', 'git commit --author="x <[email]>"'],
    ['git commit -m "thanks bob@acme.example: fixed"', 'git commit -m "thanks [email]: fixed"'],
    ['git push && git log --author=bob@acme.example', 'git push && git log --author=[email]'],
    [`ssh ${H} "mail bob@acme.example < log"`, `ssh ${H} "mail [email] < log"`],
    [`ssh -t ${H} bob@acme.example`, `ssh -t ${H} [email]`],
    [`scp a ${H}:b && mail -s done bob@acme.example`, `scp a ${H}:b && mail -s done [email]`],
    [`rsync -a . ${H}:/srv --log-file=bob@acme.example`, `rsync -a . ${H}:/srv --log-file=[email]`],
    ['ssh-keygen -t ed25519 -C bob@acme.example', 'ssh-keygen -t ed25519 -C [email]'],
    ['ssh-keygen -C "bob@acme.example"', 'ssh-keygen -C "[email]"'],
    ['the ssh key of bob@acme.example', 'the ssh key of [email]'],
    ['use ssh and mail bob@acme.example', 'use ssh and mail [email]'],
    ['rsync is slow, says bob@acme.example: it fails', 'rsync is slow, says [email]: it fails'],
    ['ssh-ed25519 AAAAC3Nz bob@acme.example', 'ssh-ed25519 AAAAC3Nz [email]'],
    ['bob@acme.example:hunter2Tulip', /^\[email\]:/],
    ['mailto://bob@acme.example', 'mailto://[email]'],
    ['write to bob@acme.example: now', 'write to [email]: now'],
  ])('is not what stands in %s', (text, masked) => {
    expect(stored(text)).toEqual(typeof masked === 'string' ? masked : expect.stringMatching(masked));
  });

  it('leaves the credentials beside it masked', () => {
    expect(stored(`sshpass -p x7Qm2Lp9 ssh ${H}`)).toBe(`sshpass -p [password] ssh ${H}`);
    const { value } = redactor.redactValue({ command: ['ssh', H, 'PASSWORD=x7Qm2Lp9'] });
    expect(value).toEqual({ command: ['ssh', H, 'PASSWORD=[password]'] });
  });
});
