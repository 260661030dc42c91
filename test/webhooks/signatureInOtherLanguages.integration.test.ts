import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWith } from '../support/describeWith.ts';
import type { SignatureVector } from './signatureVector.ts';

const run = promisify(execFile);
const documents = fileURLToPath(new URL('../../docs/webhooks', import.meta.url));
const file = join(documents, 'test-vectors.json');
const expected = (JSON.parse(readFileSync(file, 'utf8')) as SignatureVector[]).map(({ valid }) => valid);

const PYTHON = `
import json, sys
from verify_signature import verify_signature
vectors = json.load(open(sys.argv[1], encoding="utf-8"))
print(json.dumps([verify_signature(v["secrets"], v["timestamp"], v["signature"], v["body"].encode(), v["now"]) for v in vectors]))
`;

const GO = `
package webhooks

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestVectors(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("VECTORS"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Secrets              []string
		Timestamp, Signature string
		Body                 string
		Now                  int64
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	results := []bool{}
	for _, v := range vectors {
		results = append(results, VerifySignature(v.Secrets, v.Timestamp, v.Signature, []byte(v.Body), time.Unix(v.Now, 0)))
	}
	printed, _ := json.Marshal(results)
	fmt.Println("results:" + string(printed))
}
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-verify-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describeWith(['python'], 'the verification in Python', () => {
  test('judges every vector as it is meant', async () => {
    const environment = { ...process.env, PYTHONPATH: documents, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run('python3', ['-c', PYTHON, file], { env: environment });
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

describeWith(['go'], 'the verification in Go', () => {
  test('judges every vector as it is meant', async () => {
    await copyFile(join(documents, 'verify_signature.go'), join(folder, 'verify_signature.go'));
    await writeFile(join(folder, 'verify_signature_test.go'), GO);
    await writeFile(join(folder, 'go.mod'), 'module webhooks\n\ngo 1.19\n');
    const environment = {
      ...process.env,
      VECTORS: file,
      GOFLAGS: '-mod=mod',
      GOTOOLCHAIN: 'local',
      GOPROXY: 'off',
      CGO_ENABLED: '0',
    };
    const { stdout } = await run('go', ['test', '-vet=off', '-v', '-run', 'TestVectors', '.'], {
      cwd: folder,
      env: environment,
    });
    expect(JSON.parse(/^results:(.*)$/m.exec(stdout)?.[1] ?? 'null')).toEqual(expected);
  }, 120_000);
});
