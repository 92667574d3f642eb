import { readStorageConfig } from '../src/storage-config'

describe('the storage configuration', () => {
  it('is a folder', () => {
    expect(readStorageConfig({ STORAGE_URL: 'file:///var/lib/pas%20objects' })).toEqual({
      kind: 'file',
      path: '/var/lib/pas objects',
    })
  })

  it('is a bucket of AWS, with whatever credentials the machine has', () => {
    expect(readStorageConfig({ STORAGE_URL: 's3://captures' })).toEqual({
      kind: 's3',
      bucket: 'captures',
      prefix: '',
      endpoint: null,
      region: 'us-east-1',
      forcePathStyle: false,
      credentials: null,
    })
  })

  it('is a bucket of another server', () => {
    expect(
      readStorageConfig({
        STORAGE_URL: 's3://captures/pas/live/',
        S3_ENDPOINT: 'http://127.0.0.1:9000',
        S3_REGION: 'eu-1',
        S3_FORCE_PATH_STYLE: '1',
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'secret',
      }),
    ).toEqual({
      kind: 's3',
      bucket: 'captures',
      prefix: 'pas/live',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    })
  })

  it.each([
    'captures',
    'file://host/path',
    'file:relative',
    's3:///prefix',
    's3://Bad_Bucket/prefix',
    's3://bucket/a//b',
    's3://bucket/a b',
    's3://key:secret@bucket',
    'https://bucket/prefix',
  ])('refuses the STORAGE_URL %s', (url) => {
    expect(() => readStorageConfig({ STORAGE_URL: url })).toThrow(/file:\/\/\/absolute\/path or s3:\/\//)
  })

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('refuses %s alone', (name) => {
    expect(() => readStorageConfig({ STORAGE_URL: 's3://captures', [name]: 'x' })).toThrow(/is required when/)
  })

  it('refuses an endpoint that is not an http or https URL', () => {
    expect(() => readStorageConfig({ STORAGE_URL: 's3://captures', S3_ENDPOINT: '127.0.0.1:9000' })).toThrow(
      /S3_ENDPOINT/,
    )
  })
})
