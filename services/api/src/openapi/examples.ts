export const exampleGuid = '54d88a1a-f1a7-4c0f-934f-734e6b347713'

const picture = 'https://images.example.com/captures/Yb0ZbF3kQ8mB1n2o3p4q5r6s'

export const examplePreview = {
  full_url: `${picture}/full.png`,
  thumb_url: `${picture}/thumb.png`,
  thumb450_url: `${picture}/thumb450.png`,
  fidelity: 'emulated',
  engine: 'chromium',
  captured_at: '2026-11-23T09:00:06.120Z',
  width: 1280,
  height: 4012,
  truncated: false,
}

const waiting = {
  client: 'IPHONE16',
  orientation: 'vertical',
  images: 'allowed',
  status: 'waiting',
  requested_at: '2026-11-23T09:00:00.000Z',
}

export const examplePreviewList = {
  email_guid: exampleGuid,
  reference: 'campaign-17',
  complete: false,
  counts: { waiting: 1, captured: 1, failed: 0 },
  previews: [
    {
      client: 'CHROMEGMAILNEW',
      orientation: 'vertical',
      images: 'allowed',
      status: 'captured',
      requested_at: '2026-11-23T09:00:00.000Z',
      ...examplePreview,
      drawn_by: '5b0b4a6f3f6c0b1d9e8a7c6b5d4e3f21',
    },
    waiting,
  ],
}

export const exampleEmail = {
  email_guid: exampleGuid,
  subject: 'Hello',
  from_address: 'shop@example.com',
  title: 'Spring sale',
  preheader: 'Half price until Sunday',
  reference: 'campaign-17',
  label: null,
  end_user_id: null,
  inbox: null,
  recipients: [],
  unread: false,
  revision_of: null,
  created_at: '2026-11-23T09:00:00.000Z',
  takes_captures_until: '2026-11-25T09:00:00.000Z',
  content: 'kept',
  counts: { waiting: 1, captured: 1, failed: 0 },
}
