import type { NotableKind } from '../../shared/insight.ts';

/** What a command does. `edits` changes a part of a file or its place, and is no kind that is listed. */
export type ActionKind = Exclude<NotableKind, 'deletes_outside' | 'sensitive_file' | 'hook_switch'> | 'edits';

/** A row of the table: its kind, the words of its form, and its examples, which are its tests. */
export interface CommandRow {
  kind: ActionKind;
  programs: string[];
  form: string[];
  examples: string[];
  counterexamples: string[];
}

/**
 * One row a line: `kind: form = example = example ≠ similar command of no such kind`. A form is read word by word:
 *
 * - the program, then its sub-commands: `docker volume rm|prune`; `delete-*` is each that begins so, `*` is any
 * - `-f|--force`: one of these options must be there. `!-n|--dry-run`: none of them may be
 * - `-s=`: an option whose value is the next word, which is no path
 * - `/…/`: one of the words must match, `@/…/`: the last one must, `!/…/`: none that is no option may
 * - `<`: it must have an input
 * - `PATHS`: its other words are paths. `QUOTED`: the texts in quotes within its words are, if they look like paths. `TARGET`: the last one is. `of=PATH`: what follows is
 */
const ROWS = String.raw`
deletes: rm|unlink|rmdir|srm|trash|trash-put|rimraf|del-cli PATHS = rm -rf build = find . -name "*.log" -delete = rmdir old = npx rimraf dist ≠ rm --help ≠ find . -name delete ≠ echo "rm -rf /"
deletes: shred -n=|--iterations=|-s=|--size= -u|--remove PATHS = shred -u key.pem
overwrites: shred -n=|--iterations=|-s=|--size= PATHS = shred -n 3 disk.img
deletes: gio trash PATHS = gio trash a.txt
deletes: remove-item|ri|del|erase|rd -filter=|-include=|-exclude= PATHS = Remove-Item -Recurse -Force .\build = del /s /q C:\work\old = rd /s /q build
deletes: clear-recyclebin = Clear-RecycleBin -Force
deletes: rsync --delete|--delete-before|--delete-after|--delete-during|--delete-excluded|--del !-n|--dry-run TARGET = rsync -a --delete src/ /srv/app/ ≠ rsync -a src/ dst/ ≠ rsync -an --delete a/ b/
deletes: robocopy /^\/(?:mir|purge)$/i TARGET = robocopy C:\a C:\b /MIR
deletes: crontab -r = crontab -r ≠ crontab -l
deletes: userdel|deluser -r|--remove|--remove-home = userdel -r build
deletes: zfs|zpool destroy = zfs destroy tank/home ≠ zfs list
deletes: btrfs subvolume|sub delete PATHS = btrfs subvolume delete /srv/old
deletes: lvremove|vgremove|pvremove|wipefs = lvremove -f vg0/data = wipefs -a /dev/sdb
deletes: tmutil delete|deletelocalsnapshots = tmutil deletelocalsnapshots /
deletes: diskutil erasedisk|erasevolume|partitiondisk|reformat|apfs = diskutil eraseDisk APFS New disk2
deletes: python|python3|python2|node|deno|bun|ruby|perl|php|py /(?:\b(?:rmtree|os\.(?:remove|unlink|rmdir|removedirs)|rm(?:dir)?Sync|unlinkSync|unlink|rm_rf|rm_r|fs(?:\.promises)?\.(?:rm|unlink)|remove_entry)\s*\(|\bunlink\s+["'$])/ QUOTED = python3 -c "import shutil; shutil.rmtree('data')" = node -e "require('fs').rmSync('x')" = perl -e 'unlink "a.txt"' ≠ python3 -c "print(1)" ≠ node -e "console.log('shutil.rmtree')"
overwrites: python|python3|python2|node|deno|bun|ruby|py /\bopen\([^)]{0,200},\s{0,8}["']w|\b(?:writeFile|writeFileSync|write_text|write_bytes|File\.write)\s*\(/ QUOTED = python3 -c "open('app.py','w').write('')" = node -e "require('fs').writeFileSync('a.json', '{}')" ≠ python3 -c "print(open('a.py').read())\"
overwrites: mv|cp|install -t=|--target-directory=|-m=|-o=|-g=|-S= !-n|--no-clobber|--help|--version TARGET = mv a.txt b.txt = cp -f a b = mv data /dev/null ≠ cp -n a b
edits: mv|move|move-item|mi|ren|rename|rename-item PATHS
overwrites: ln -f|--force TARGET = ln -sf a b ≠ ln -s a b
overwrites: tee !-a|--append PATHS = echo x | tee config.yml ≠ echo x | tee -a log.txt
edits: tee -a|--append PATHS
edits: ln !-f|--force TARGET
overwrites: sed|gsed -i|--in-place PATHS = sed -i s/a/b/ src/app.js ≠ sed -n 1,20p a.ts
overwrites: perl -i PATHS = perl -pi -e s/1/2/ config.php
edits: sponge|add-content PATHS
overwrites: dd of=PATH = dd if=/dev/zero of=/dev/sda ≠ dd if=a count=1
overwrites: truncate -s=|--size=|-r= PATHS = truncate -s 0 app.log
overwrites: rsync --delete|--delete-before|--delete-after|--delete-during|--delete-excluded|--del !-n|--dry-run TARGET = rsync -a --delete src/ /srv/app/
overwrites: mkfs|mkfs.*|mke2fs|mkswap|fdisk|parted|sgdisk|format|format-volume|clear-disk|diskpart PATHS = mkfs.ext4 /dev/sdb1 = format C: /q
overwrites: set-content|out-file|clear-content|tee-object -value=|-encoding= PATHS = Set-Content -Path a.txt -Value x = Clear-Content a.log
overwrites: move-item|copy-item|mi|cpi|move|copy|xcopy|robocopy TARGET = Move-Item a b = copy a.txt b.txt
discards_work: git reset --hard|--merge|--keep = git reset --hard = git reset --hard HEAD~3 ≠ git reset --soft HEAD~1 ≠ git reset a.txt
discards_work: git checkout -f|--force = git checkout -f main ≠ git checkout main
discards_work: git checkout !-b|-B|--orphan|-t|--track /^(?:--|\.{1,2}|\.?\.?[\\/].*|.*[\\/]|.*\.[a-z]\w*|.*[*?].*|:.*)$/i PATHS = git checkout . = git checkout -- src = git checkout HEAD~1 -- a = git checkout src/app.ts ≠ git checkout feature/login ≠ git checkout -b fix.me ≠ git checkout v1.2.0
discards_work: git restore !-S|--staged PATHS = git restore . = git restore --source HEAD~2 a.ts ≠ git restore --staged .
discards_work: git restore -W|--worktree PATHS = git restore -SW .
discards_work: git switch -f|--force|--discard-changes = git switch --discard-changes main ≠ git switch main
discards_work: git clean -f|--force !-n|--dry-run PATHS = git clean -fdx ≠ git clean -n ≠ git clean -ndx
deletes: git clean -f|--force !-n|--dry-run PATHS = git clean -fd
deletes: git rm !--cached|-n|--dry-run PATHS = git rm -r old ≠ git rm --cached a
discards_work: git stash drop|clear = git stash drop = git stash clear ≠ git stash ≠ git stash pop ≠ git stash list
discards_work: git worktree remove -f|--force PATHS = git worktree remove --force ../wt
deletes: git worktree remove PATHS = git worktree remove ../wt
discards_work: git read-tree --reset = git read-tree --reset -u HEAD
discards_work: git checkout-index -f|--force = git checkout-index -a -f
discards_work: git submodule update|deinit -f|--force = git submodule deinit -f lib ≠ git submodule update --init
discards_work: hg update|up|checkout|co -C|--clean = hg update -C
discards_work: hg|svn|jj|sl revert|purge|restore|abandon = svn revert -R . = hg revert --all = jj abandon
rewrites_commits: git push -f|--force|--force-with-lease|--mirror|--delete|-d|--prune !-n|--dry-run = git push -f = git push --force-with-lease = git push --mirror = git push origin --delete main ≠ git push ≠ git push -u origin main
rewrites_commits: git push !-n|--dry-run /^[+:]./ = git push origin +main = git push origin :old
rewrites_commits: git branch -D = git branch -D work ≠ git branch -d merged ≠ git branch
rewrites_commits: git branch -d|--delete -f|--force = git branch --delete --force work
rewrites_commits: git tag -d|--delete = git tag -d v1
rewrites_commits: git reflog expire|delete = git reflog expire --expire=now --all ≠ git reflog
rewrites_commits: git gc --prune = git gc --prune=now ≠ git gc
rewrites_commits: git prune|filter-branch|filter-repo|replace = git prune = git filter-branch --all
rewrites_commits: git update-ref -d = git update-ref -d refs/heads/x
rewrites_commits: git reset /^(?:HEAD|@)?[~^]|^HEAD@\{|^(?:HEAD|@)[~^]|^origin\/|^[0-9a-f]{7,40}$/ = git reset --hard HEAD~3 = git reset @~1 ≠ git reset --hard ≠ git reset HEAD a.txt
rewrites_commits: git rebase !--abort|--continue|--skip|--quit|--edit-todo|--show-current-patch = git rebase -i HEAD~5 ≠ git rebase --abort
rewrites_commits: git commit --amend = git commit --amend --no-edit ≠ git commit -m "git push --force"
rewrites_commits: bfg|git-filter-repo = bfg --delete-files id_rsa
deletes_remotely: docker|podman volume rm|remove|prune = docker volume rm pgdata ≠ docker volume ls ≠ docker rm web
deletes_remotely: docker|podman system prune --volumes = docker system prune -af --volumes ≠ docker system prune
deletes_remotely: docker|podman compose down -v|--volumes = docker compose down -v ≠ docker compose down
deletes_remotely: docker-compose down -v|--volumes = docker-compose down --volumes
deletes_remotely: kubectl|oc delete = kubectl delete ns prod ≠ kubectl get pods
deletes_remotely: helm uninstall|delete|del = helm uninstall shop
deletes_remotely: terraform|tofu|terragrunt|pulumi|cdk|sst destroy|remove = terraform destroy -auto-approve = pulumi destroy -y ≠ terraform plan
deletes_remotely: terraform|tofu apply -destroy = terraform apply -destroy
deletes_remotely: terraform|tofu state rm = terraform state rm aws_db.x
deletes_remotely: aws s3|s3api rm|rb|delete-* = aws s3 rm s3://b --recursive = aws s3api delete-bucket --bucket b ≠ aws s3 ls
deletes_remotely: aws s3 sync --delete = aws s3 sync . s3://b --delete
deletes_remotely: aws * delete-*|terminate-*|purge-*|deregister-* = aws rds delete-db-instance --db-instance-identifier x = aws ec2 terminate-instances --instance-ids i ≠ aws ec2 describe-instances
deletes_remotely: gcloud|az|doctl|linode-cli|hcloud|oci|ibmcloud|exo|scw /^(?:delete|purge|destroy)$/ = gcloud sql instances delete x = az group delete -n x ≠ gcloud projects list
deletes_remotely: gsutil|mc|s3cmd|rclone rm|rb|del|delete|purge|deletefile|rmdirs|cleanup = gsutil rm -r gs://b = rclone purge remote:x
deletes_remotely: gh|glab repo|release|secret|gist|issue|run|cache|variable delete|remove = gh repo delete me/x --yes ≠ gh repo view
deletes_remotely: gh|glab api /^(?:-X|--method=)?DELETE$/i = gh api -X DELETE repos/a/b ≠ gh api repos/a/b
deletes_remotely: curl|http|https|xh /^(?:-X|--request=)?DELETE$/ = curl -X DELETE https://api.example.com/v1/db = curl -XDELETE localhost:9200/_all ≠ curl https://example.com/delete
deletes_remotely: heroku|fly|flyctl|vercel|netlify|railway|supabase|firebase|wrangler|render|turso|neonctl /^(?:(?:[\w-]+:)?(?:destroy|delete|remove|rm|reset|purge)|\S+:delete)$/ = heroku apps:destroy -a x = fly volumes destroy v = supabase db reset = wrangler d1 delete x = heroku pg:reset ≠ fly deploy
deletes_remotely: prisma migrate reset = npx prisma migrate reset --force ≠ npx prisma migrate dev
deletes_remotely: prisma db push --force-reset|--accept-data-loss = prisma db push --force-reset
deletes_remotely: rails|rake|bin/rails /^db:(?:drop|reset|purge|migrate:reset|schema:load|truncate_all)/ = rails db:drop = rake db:reset ≠ rails db:migrate
deletes_remotely: php|artisan /^(?:migrate:(?:fresh|refresh|reset)|db:wipe)$/ = php artisan migrate:fresh --seed ≠ php artisan migrate
deletes_remotely: python|python3|django-admin /^(?:flush|reset_db|sqlflush)$/ = python manage.py flush --no-input ≠ python manage.py migrate
deletes_remotely: dropdb|dropuser = dropdb shop
deletes_remotely: mysqladmin drop = mysqladmin -f drop shop
deletes_remotely: psql|mysql|mariadb|sqlite3|sqlcmd|sqlplus|mongosh|mongo|duckdb|cockroach|clickhouse-client|clickhouse|bq|cqlsh|snowsql|usql /(?<!['\w])(?:drop\s+(?:database|schema|table|keyspace|collection|index|user|role)|truncate\s+(?:table\s+)?\w|delete\s+from\s+[\w."]+\s*(?:;|$)|dropDatabase|\.drop\(|deleteMany\(\{\}\))/i = psql -c "DROP DATABASE shop" = mongosh --eval "db.dropDatabase()" = psql <<< "DROP TABLE users;" ≠ psql -c "SELECT 1" ≠ psql shop -c "select 'drop table x'"
deletes_remotely: redis-cli|valkey-cli -h=|-p=|-a=|-n=|-u= flushall|flushdb = redis-cli FLUSHALL = redis-cli -h db -n 1 flushdb ≠ redis-cli GET flushall
deletes_remotely: npm|pnpm|yarn|cargo|gem unpublish|yank = npm unpublish x --force
deletes_remotely: vault|consul /^(?:delete|destroy|metadata)$/ = vault kv delete secret/x
reads_secrets: echo|printf|write-host|write-output /^\$\{?(?:env:)?\w*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL)\w*\}?$/i = echo $GITHUB_TOKEN ≠ echo $HOME
reads_secrets: printenv = printenv = printenv GITHUB_TOKEN
reads_secrets: env !/./ = env = env | grep KEY ≠ env A=1 npm test
reads_secrets: export|declare|typeset -p !/./ = export -p ≠ export A=1 ≠ declare -p A
reads_secrets: get-childitem|gci|dir|ls|get-item|gi /^\$?env:/i = Get-ChildItem Env: = gci env: ≠ ls
reads_secrets: gh|glab auth token = gh auth token
reads_secrets: gh|glab auth status -t|--show-token = gh auth status --show-token ≠ gh auth status
reads_secrets: gcloud auth print-*|application-default = gcloud auth print-access-token ≠ gcloud auth list
reads_secrets: gcloud|az /^(?:access|get-access-token|show-connection-string|list-keys)$/ = gcloud secrets versions access latest --secret=x = az account get-access-token
reads_secrets: az keyvault secret show|download = az keyvault secret show -n x
reads_secrets: aws * get-secret-value|get-session-token|get-authorization-token|get-login-password|export-credentials|batch-get-secret-value|get-parameters-by-path = aws secretsmanager get-secret-value --secret-id x = aws ecr get-login-password ≠ aws s3 ls
reads_secrets: aws ssm get-parameter|get-parameters --with-decryption = aws ssm get-parameter --name x --with-decryption
reads_secrets: aws configure get|export-credentials = aws configure get aws_secret_access_key
reads_secrets: security find-*|dump-keychain|export = security find-generic-password -s x -w ≠ security list-keychains
reads_secrets: secret-tool|keyring lookup|search|get = secret-tool lookup service x ≠ secret-tool store x
reads_secrets: pass|gopass show|ls|cp = pass show mail/work
reads_secrets: op read|inject|run|item = op read op://v/x/password
reads_secrets: bw|rbw|lpass|keepassxc-cli|dcli get|show|list|export = bw get password x = lpass show x
reads_secrets: vault read|kv|print = vault kv get secret/x = vault print token ≠ vault status
reads_secrets: kubectl|oc get|describe|edit secret|secrets|secret/*|secrets/* = kubectl get secret db -o yaml ≠ kubectl get pods
reads_secrets: kubectl config view --raw = kubectl config view --raw ≠ kubectl config view
reads_secrets: heroku|fly|vercel|doppler|railway|netlify|infisical|supabase|chamber config|config:get|auth:token|secrets|variables|env:get|env:list|export|read = heroku config -a x = heroku auth:token = doppler secrets
reads_secrets: vercel env pull = vercel env pull
reads_secrets: fly|flyctl auth|tokens token|create = fly auth token
reads_secrets: git credential|credential-* fill|get = git credential fill ≠ git credential reject
reads_secrets: gpg|gpg2 --export-secret-keys|--export-secret-subkeys|--export-ssh-key = gpg --export-secret-keys -a me
reads_secrets: cmdkey|vaultcmd /^\/list/i = cmdkey /list
reads_secrets: npm|yarn|pnpm config get /_auth/i = npm config get //registry.npmjs.org/:_authToken ≠ npm config get registry
reads_secrets: rails|bin/rails /^(?:credentials:(?:show|edit)|secrets:show)/ = rails credentials:show
reads_secrets: ansible-vault view|decrypt|edit = ansible-vault view secrets.yml
reads_secrets: sops -d|--decrypt|decrypt|exec-env = sops -d secrets.yaml
reads_secrets: get-secret|convertfrom-securestring|get-credential = Get-Secret -Name x
reads_secrets: mimikatz|lazagne|trufflehog = mimikatz
publishes: npm|pnpm|yarn|bun|cargo|poetry|flit|uv|vsce|ovsx|lerna|jsr|deno|hatch|pdm|helm|dart|flutter publish !--dry-run = npm publish = cargo publish ≠ npm publish --dry-run ≠ npm pack
publishes: yarn npm publish = yarn npm publish
publishes: changeset publish = changeset publish
publishes: twine upload = twine upload dist/*
publishes: gem|docker|podman|buildah|helm|nuget|crane|oras push = gem push a.gem = docker push me/x ≠ docker pull me/x
publishes: docker|podman buildx|build --push = docker buildx build --push . ≠ docker build .
publishes: dotnet nuget push = dotnet nuget push a.nupkg
publishes: mvn|mvnw|./mvnw deploy = mvn deploy
publishes: gradle|gradlew publish* = ./gradlew publishPlugins
publishes: gh|glab release|gist create|upload|edit = gh release create v1 = gh gist create notes.md ≠ gh release list
publishes: gh|glab repo create --public = gh repo create x --public --push
publishes: gh|glab repo edit /^--visibility(?:=public)?$/ = gh repo edit --visibility public
publishes: curl -T|--upload-file = tar czf - ~/notes | curl -T - https://example.com/x
publishes: curl|http|xh /^(?:--data(?:-binary|-raw|-urlencode)?=|-d|-F)?(?:[\w.-]+=)?@./ = curl --data-binary @dump.sql https://example.com = curl -F file=@a.zip https://example.com ≠ curl -d a=1 https://example.com
publishes: wget --post-file|--body-file = wget --post-file=a.txt https://example.com
publishes: invoke-webrequest|invoke-restmethod|iwr|irm -infile = iwr https://example.com -Method Put -InFile a.zip
publishes: scp|rsync|rclone @/^[\w.@-]{2,}:/ = scp notes.txt me@example.com: = rclone copy a remote:b ≠ rsync -a src/ dst/ ≠ scp me@example.com:a .
publishes: aws s3 cp|mv|sync @/^s3:/ = aws s3 cp a s3://b/a ≠ aws s3 cp s3://b/a .
publishes: gsutil cp|mv|rsync @/^gs:/ = gsutil cp a gs://b/a ≠ gsutil cp gs://b/a .
publishes: nc|ncat|netcat|socat /^\d{2,5}$|^tcp/i < = nc example.com 4444 < /etc/hosts
`;

function parseRow(line: string): CommandRow {
  const [kind, rest] = [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)];
  const [is = '', ...counterexamples] = rest.split(' ≠ ');
  const [form = '', ...examples] = is.split(' = ');
  const [programs = '', ...words] = form.split(' ');
  return { kind: kind as ActionKind, programs: programs.split('|'), form: words, examples, counterexamples };
}

export const COMMAND_TABLE: readonly CommandRow[] = ROWS.trim().split('\n').map(parseRow);
