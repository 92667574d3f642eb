// Generated from docs/openapi.yaml by `npm run generate:client`.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ChecksFinished: {
            /** @enum {string} */
            type: "email.checks_finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                email_guid: string;
                /** @description As `POST /emails` was given it, or as it was changed before. */
                reference: string | null;
                /** @description As `POST /emails` was given it. */
                end_user_id: string | null;
                /** @description How many findings there are of each severity. */
                counts: {
                    error: number;
                    warning: number;
                    note: number;
                };
            };
        };
        PreviewsFinished: {
            /** @enum {string} */
            type: "email.previews_finished";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                email_guid: string;
                /** @description As `POST /emails` was given it, or as it was changed before. */
                reference: string | null;
                /** @description As `POST /emails` was given it. */
                end_user_id: string | null;
                counts: components["schemas"]["PreviewCounts"];
            };
        };
        PreviewCounts: {
            waiting: number;
            captured: number;
            failed: number;
        };
        PreviewCaptured: {
            /** @enum {string} */
            type: "preview.captured";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                email_guid: string;
                /** @description As `POST /emails` was given it, or as it was changed before. */
                reference: string | null;
                /** @description As `POST /emails` was given it. */
                end_user_id: string | null;
                preview: components["schemas"]["ListedPreview"];
            };
        };
        ListedPreview: components["schemas"]["WaitingPreview"] | components["schemas"]["CapturedPreview"] | components["schemas"]["FailedPreview"];
        WaitingPreview: {
            /** @example CHROMEGMAILNEW */
            client: string;
            /** @enum {string} */
            orientation: "vertical" | "horizontal";
            /** @enum {string} */
            images: "allowed" | "blocked";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "waiting";
            /**
             * Format: date-time
             * @description When it was first asked for.
             */
            requested_at: string;
            /** @description Once the check `effects` has measured it; for upright previews with images. */
            changes_seen?: {
                /** @description Changes of the email client without which this email looks different: each was left out. */
                measured: number;
                /** @description Changes that may be seen, and were not measured. */
                unknown: number;
            };
            /** @description With `base` only. */
            comparison?: {
                /** @enum {string} */
                verdict: "equal";
            } | {
                /** @enum {string} */
                verdict: "different";
                /**
                 * Format: uri
                 * @description PNG: the later picture in grey, with what differs marked.
                 */
                difference_url: string;
                /**
                 * Format: uri
                 * @description JSON: the places that differ.
                 */
                summary_url: string;
            } | {
                /** @enum {string} */
                verdict: "not_comparable";
                /**
                 * @description `drawn_by`: other code, another engine or processor drew it, so a difference may not be the email’s; `not_captured`: one of the two is waiting or was never asked for; `failed`: one of them failed; `gone`: the earlier email has no such picture and takes no captures any more.
                 * @enum {string}
                 */
                reason: "drawn_by" | "not_captured" | "failed" | "gone";
            };
        };
        CapturedPreview: {
            /** @example CHROMEGMAILNEW */
            client: string;
            /** @enum {string} */
            orientation: "vertical" | "horizontal";
            /** @enum {string} */
            images: "allowed" | "blocked";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "captured";
            /**
             * Format: date-time
             * @description When it was first asked for.
             */
            requested_at: string;
            /**
             * Format: uri
             * @description PNG: the whole message body at the client’s own width and pixel density.
             */
            full_url: string;
            /**
             * Format: uri
             * @description PNG: its top, 120 × 90 pixels.
             */
            thumb_url: string;
            /**
             * Format: uri
             * @description PNG: the whole of it, 450 pixels wide.
             */
            thumb450_url: string;
            /**
             * @description How near to the truth pictures are. `client`: taken in that very email client. `engine`: the client draws mail nearly unfiltered in an engine family that really runs here. `emulated`: the client’s own filtering and layout are rules that we apply, then an engine draws.
             * @enum {string}
             */
            fidelity: "client" | "engine" | "emulated";
            /**
             * @description What draws it.
             * @example chromium
             */
            engine: string;
            /**
             * Format: date-time
             * @description The pictures are there for 180 days from then on.
             */
            captured_at: string;
            /** @description Device pixels of the full picture. */
            width: number;
            /** @description Device pixels of the full picture. */
            height: number;
            /** @description Whether the message is longer than the 16,384 pixels that a picture may have. */
            truncated: boolean;
            /** @description What drew it: our code and rules, the engine and its version, the kind of processor. Previews with the same one differ only by their emails. */
            drawn_by: string;
            /** @description SHA-256 of the full picture’s file: two previews with the same one look the same. Absent for pictures that were captured before it was recorded. */
            picture_sha256?: string;
            /** @description Once the check `effects` has measured it; for upright previews with images. */
            changes_seen?: {
                /** @description Changes of the email client without which this email looks different: each was left out. */
                measured: number;
                /** @description Changes that may be seen, and were not measured. */
                unknown: number;
            };
            /** @description With `base` only. */
            comparison?: {
                /** @enum {string} */
                verdict: "equal";
            } | {
                /** @enum {string} */
                verdict: "different";
                /**
                 * Format: uri
                 * @description PNG: the later picture in grey, with what differs marked.
                 */
                difference_url: string;
                /**
                 * Format: uri
                 * @description JSON: the places that differ.
                 */
                summary_url: string;
            } | {
                /** @enum {string} */
                verdict: "not_comparable";
                /**
                 * @description `drawn_by`: other code, another engine or processor drew it, so a difference may not be the email’s; `not_captured`: one of the two is waiting or was never asked for; `failed`: one of them failed; `gone`: the earlier email has no such picture and takes no captures any more.
                 * @enum {string}
                 */
                reason: "drawn_by" | "not_captured" | "failed" | "gone";
            };
        };
        FailedPreview: {
            /** @example CHROMEGMAILNEW */
            client: string;
            /** @enum {string} */
            orientation: "vertical" | "horizontal";
            /** @enum {string} */
            images: "allowed" | "blocked";
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            status: "failed";
            /**
             * Format: date-time
             * @description When it was first asked for.
             */
            requested_at: string;
            /** @enum {string} */
            failure: "capture_timeout" | "engine_crashed" | "engine_failed" | "engine_busy" | "storage_unavailable" | "content_damaged" | "content_gone" | "unsupported_document";
            description: string;
            /** @description Once the check `effects` has measured it; for upright previews with images. */
            changes_seen?: {
                /** @description Changes of the email client without which this email looks different: each was left out. */
                measured: number;
                /** @description Changes that may be seen, and were not measured. */
                unknown: number;
            };
            /** @description With `base` only. */
            comparison?: {
                /** @enum {string} */
                verdict: "equal";
            } | {
                /** @enum {string} */
                verdict: "different";
                /**
                 * Format: uri
                 * @description PNG: the later picture in grey, with what differs marked.
                 */
                difference_url: string;
                /**
                 * Format: uri
                 * @description JSON: the places that differ.
                 */
                summary_url: string;
            } | {
                /** @enum {string} */
                verdict: "not_comparable";
                /**
                 * @description `drawn_by`: other code, another engine or processor drew it, so a difference may not be the email’s; `not_captured`: one of the two is waiting or was never asked for; `failed`: one of them failed; `gone`: the earlier email has no such picture and takes no captures any more.
                 * @enum {string}
                 */
                reason: "drawn_by" | "not_captured" | "failed" | "gone";
            };
        };
        PreviewFailed: {
            /** @enum {string} */
            type: "preview.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                email_guid: string;
                /** @description As `POST /emails` was given it, or as it was changed before. */
                reference: string | null;
                /** @description As `POST /emails` was given it. */
                end_user_id: string | null;
                preview: components["schemas"]["ListedPreview"];
            };
        };
        WebhookTest: {
            /** @enum {string} */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** Format: uuid */
                webhook_id: string;
            };
        };
        CreatedEmail: {
            /**
             * Format: uuid
             * @description Goes into the preview paths.
             */
            email_guid: string;
            /** @description As it was sent. */
            end_user_id?: string;
            /** @description As they were sent, with the defaults filled in. */
            configurations?: components["schemas"]["RequestedConfiguration"][];
            /** @description How many images, style sheets and fonts every email client is shown, and how many could not be fetched: `GET /emails/{email_guid}/assets` says which, and why. Those that are still being fetched are in neither number. */
            assets: {
                kept: number;
                failed: number;
            };
            /**
             * @description Members of the request that are not known, and were ignored: at most 20 of them. Absent when there is none.
             * @example [
             *       "configuration: not known; did you mean configurations?"
             *     ]
             */
            warnings?: string[];
        };
        RequestedConfiguration: {
            /** @example CHROMEGMAILNEW */
            client: string;
            /** @enum {string} */
            orientation: "vertical" | "horizontal";
            /** @enum {string} */
            images: "allowed" | "blocked";
        };
        /** @description The body of every answer with a status of 400 or above. */
        Error: {
            /**
             * @description The HTTP status, again.
             * @example 404
             */
            status: number;
            /**
             * @description What kind of refusal this is.
             * @example Not found
             */
            title: string;
            /**
             * @description What kind of refusal this is, for programs: finer than the status, and it stays the same.
             * @example not_found
             * @enum {string}
             */
            code: "invalid_request" | "unauthenticated" | "insecure_transport" | "inactive_account" | "inactive_user" | "invalid_scope" | "forbidden" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "conflict" | "request_in_progress" | "link_expired" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_key_reused" | "too_many_requests" | "internal" | "capture_failed" | "unavailable" | "engine_unavailable" | "capture_timeout";
            /**
             * @description What was refused, why, and what to do about it: for the log of an engineer, not for the end user.
             * @example No email with this guid takes captures: it is unknown, or older than 48 hours.
             */
            description: string;
            /** @description With status 400 only: each thing that is wrong with the request. */
            errors?: components["schemas"]["FieldError"][];
            /**
             * Format: uuid
             * @description Name it when you ask us about this answer; also in `X-Request-Id`.
             */
            request_id: string;
        };
        FieldError: {
            /**
             * @description The parameter, header or member, with dots: `configurations.0.client`. Null for the request as a whole.
             * @example configurations.0.client
             */
            field: string | null;
            /** @example There is no email client 'GMAILNOW'; GET /clients lists them. */
            message: string;
            /**
             * @description `wrong_type`: it is missing, or of another type. `out_of_range`: it is too short, long, low or high, or has too few or too many entries. `invalid`: it is not as described. `unknown_member`: there is no such member, which refuses nothing by itself but may be the reason. `unknown_client`: no email client has this code. `not_offered`: the email client does not offer this option.
             * @enum {string}
             */
            code: "wrong_type" | "out_of_range" | "invalid" | "unknown_member" | "unknown_client" | "not_offered";
        };
        /**
         * @example {
         *       "subject": "Hello",
         *       "html_text": "<h1>Hello</h1>",
         *       "plain_text": "Hello",
         *       "configurations": [
         *         {
         *           "client": "CHROMEGMAILNEW"
         *         }
         *       ]
         *     }
         */
        NewEmail: {
            /** @description The HTML part. */
            html_text?: string;
            /** @description The text part. At least one of the two is needed, or `raw_source`. */
            plain_text?: string;
            /** @description A whole MIME message, instead of the parts, the subject and the sender: each byte as the character of that number (ISO 8859-1), whatever charsets the message names. */
            raw_source?: string;
            /** @description Goes into the message that a real email client is given. */
            subject?: string;
            /** @description As `subject`. */
            from_address?: string;
            /** @description As `subject`. */
            from_display_name?: string;
            /** @description Which of your users this is for: it comes back, and use is counted by it. */
            end_user_id?: string;
            /** @description Your own name for the email: it comes back wherever the email does, and finds it. */
            reference?: string;
            /**
             * Format: uuid
             * @description The `email_guid` of an email of your account of which this is a new version. If that email came as a message less than 48 hours ago, `cid:` finds its pictures, its attached ones stay attached, and checks know its header.
             */
            revision_of?: string;
            /** @description With `revision_of` and without `raw_source`: takes what that email shows of its images, style sheets and fonts from there, while it is kept, and fetches only what that email lacks. */
            keep_assets?: boolean;
            /** @description With `raw_source`: the email comes into this inbox as if it had been sent there by SMTP. Its assets are fetched with its first capture, and it is a revision of the last one in this inbox with the same `reference`. */
            inbox?: string;
            /** @description Previews whose capture starts now. One that cannot be refuses the whole request, and names it. One of an email client that is unavailable waits; when as many wait for the same engine as the account may have, it starts when it is asked for instead. */
            configurations?: {
                /** @description A code of `GET /clients`, in upper or lower case. */
                client: string;
                /**
                 * @description One that `GET /clients/configurations` lists for this email client; `vertical` when it is left out.
                 * @enum {string}
                 */
                orientation?: "vertical" | "horizontal";
                /**
                 * @description One that `GET /clients/configurations` lists for this email client; `allowed` when it is left out.
                 * @enum {string}
                 */
                images?: "allowed" | "blocked";
            }[];
            /** @description Checks that start now: `true` for all but `effects`, or their names. The webhook `email.checks_finished` tells when they have ended, and `GET /emails/{email_guid}/checks` what they found. */
            checks?: boolean | ("code" | "effects" | "size" | "images" | "accessibility" | "contrast" | "dark" | "links" | "subject" | "headers" | "template" | "inbox" | "spam")[];
        };
        EmailList: {
            /** @description Newest first; with `after`, oldest first. */
            emails: components["schemas"]["Email"][];
            /** @description `before` of the request for older ones; absent when there are none. */
            next?: string;
        };
        Email: {
            /**
             * Format: uuid
             * @description Goes into the preview paths.
             */
            email_guid: string;
            /** @description Its first 998 characters; null without one, and once the content is erased. */
            subject: string | null;
            /** @description As `subject`. */
            from_address: string | null;
            /** @description The `<title>` of its HTML, at most 200 characters; erased as `subject`. */
            title: string | null;
            /** @description Its first words, as an inbox shows them beside the subject, hidden ones too; at most 200 characters; erased as `subject`. */
            preheader: string | null;
            /** @description As it was sent, or changed since. */
            reference: string | null;
            /** @description What its owner calls it in place of its subject; stays when the content is erased. */
            label: string | null;
            /** @description As it was sent. */
            end_user_id: string | null;
            /** @description The SMTP user name under which it came; null otherwise. */
            inbox: string | null;
            /** @description Of mail that came by SMTP, the addresses of its header and its envelope, in lower case; erased as `subject`. */
            recipients: string[];
            /** @description Whether it came by SMTP and nobody has asked for a picture of it yet. */
            unread: boolean;
            /**
             * Format: uuid
             * @description As it was sent, or the last mail in this inbox with the same `reference`; that email may be deleted by now.
             */
            revision_of: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description 48 hours after its upload.
             */
            takes_captures_until: string;
            /**
             * @description Whether its content is still stored. Pictures that were captured stay.
             * @enum {string}
             */
            content: "kept" | "erased";
            counts: components["schemas"]["PreviewCounts"];
        };
        InboxList: {
            /** @description At most 200; the one with the newest mail first. */
            inboxes: {
                /** @description The SMTP user name. */
                name: string;
                emails: number;
                /** @description Of which nobody has asked for a picture yet. */
                unread: number;
                /** Format: date-time */
                last_email_at: string;
            }[];
        };
        /**
         * @example {
         *       "label": "Spring sale, second draft"
         *     }
         */
        EmailChanges: {
            /** @description Your own name for the email, as `POST /emails` takes it. */
            reference?: string | null;
            /** @description What the email is called in place of its subject; at most 128 characters. */
            label?: string | null;
        };
        /** @description As they were sent; of a whole message, as they were read from it. */
        EmailSource: {
            html_text: string | null;
            plain_text: string | null;
            subject: string | null;
            from_address: string | null;
            from_display_name: string | null;
            /** @description What a whole message has beside what is shown; email clients list it by name and size. At most 100. */
            attachments: {
                /** @description The file name; empty without one. */
                name: string;
                content_type: string;
                /** @description Without transfer encoding. */
                octets: number;
            }[];
        };
        /** @description In the order in which the email refers to them. */
        Assets: {
            /** @description Absolute and normalised, cut off after 2,048 characters; as the email has it when it is no such address. `cid:` names a part of the message. */
            url: string;
            /**
             * @description `kept`: every email client shows it. `failed`: a missing picture is shown, or nothing for `counts_an_open`.
             * @enum {string}
             */
            status: "kept" | "failed";
            /**
             * @description Why it failed; null when it was kept. `relative`: the address is relative, and the email has no absolute `<base>`. `url`: the address is not valid, or not http or https, or it has user info or a port that browsers refuse. `missing_part`: the message has no part with this Content-ID. `no_public_address`: the host has no address, or one that is not public, so that we do not ask it. `no_public_names`: this network does not know the host, nor other public ones. `certificate`: the host’s certificate is not valid. `connection`: the connection failed. `redirects`: there were too many redirects. `too_slow`: it did not arrive within 5 seconds. `status`: the host answered with a status other than 200. `encoding`: the answer is not what its Content-Encoding says. `too_large`: it is larger than 8 MiB. `type`: it is neither an image, a style sheet nor a font. `dimensions`: it is an image without a size, or with too many pixels. `budget`: the email’s own time or bytes for assets were spent. `too_many`: the email refers to more than 500 assets. `busy`: this service was too busy to fetch it within two minutes. `counts_an_open`: it is a picture of one pixel, or its address counts openings, in mail that came by SMTP: it is not asked for, and nothing is shown in its place.
             * @enum {string|null}
             */
            reason: "relative" | "url" | "missing_part" | "no_public_address" | "no_public_names" | "certificate" | "connection" | "redirects" | "too_slow" | "status" | "encoding" | "too_large" | "type" | "dimensions" | "budget" | "too_many" | "busy" | "counts_an_open" | null;
            /** @description What the host answered, when `reason` is `status`; null otherwise. */
            http_status: number | null;
            /** @description As it is kept, not compressed; null when it failed. */
            bytes: number | null;
            /** @description By its bytes; null when it failed. */
            content_type: string | null;
            /** @description Pixels; null unless it is kept and an image made of pixels. */
            width: number | null;
            /** @description As `width`. */
            height: number | null;
            /** @description Where the email refers to it first, counted from 1 in the HTML as it was sent; for what a style sheet refers to, where the email refers to the style sheet. Null for a picture that is only attached. */
            where: {
                line: number;
                column: number;
            } | null;
        }[];
        EmailMessage: {
            /** @description Of the whole message. */
            bytes: number;
            /** @description In the order of the message; at most 500 fields, of the first 256 KiB. */
            header: {
                /** @description Empty for a line that is no field. */
                name: string;
                /** @description Unfolded and decoded (RFC 2047). */
                value: string;
                /** @description As it was sent, with its name and folds. */
                raw: string;
                /** @description Of the whole field, of which at most 10,000 are shown. */
                bytes: number;
            }[];
            fields_left_out: number;
            /** @description The first part that is plain text and not attached, at most 100,000 characters; null without one. */
            text: string | null;
            /** @description Characters. */
            text_left_out: number;
            structure: components["schemas"]["MessagePart"];
            /** @description Parts that are more than 30 deep. */
            parts_left_out: number;
        };
        MessagePart: {
            /** @description In lower case, without parameters. */
            content_type: string;
            /** @description As it was sent. */
            charset: string | null;
            /** @description Such as `attachment`, in lower case. */
            disposition: string | null;
            /** @description Decoded. */
            file_name: string | null;
            /** @description Without its angle brackets. */
            content_id: string | null;
            /** @description Without transfer encoding; null for a part that has parts. */
            bytes: number | null;
            parts: components["schemas"]["MessagePart"][];
        };
        Preview: {
            /**
             * Format: uri
             * @description PNG: the whole message body at the client’s own width and pixel density.
             */
            full_url: string;
            /**
             * Format: uri
             * @description PNG: its top, 120 × 90 pixels.
             */
            thumb_url: string;
            /**
             * Format: uri
             * @description PNG: the whole of it, 450 pixels wide.
             */
            thumb450_url: string;
            /**
             * @description How near to the truth pictures are. `client`: taken in that very email client. `engine`: the client draws mail nearly unfiltered in an engine family that really runs here. `emulated`: the client’s own filtering and layout are rules that we apply, then an engine draws.
             * @enum {string}
             */
            fidelity: "client" | "engine" | "emulated";
            /**
             * @description What draws it.
             * @example chromium
             */
            engine: string;
            /**
             * Format: date-time
             * @description The pictures are there for 180 days from then on.
             */
            captured_at: string;
            /** @description Device pixels of the full picture. */
            width: number;
            /** @description Device pixels of the full picture. */
            height: number;
            /** @description Whether the message is longer than the 16,384 pixels that a picture may have. */
            truncated: boolean;
        };
        Retry: {
            configurations: components["schemas"]["RequestedConfiguration"][];
        };
        Prefetch: {
            configurations: components["schemas"]["RequestedConfiguration"][];
            /**
             * @description Members of the request that are not known, and were ignored: at most 20 of them. Absent when there is none.
             * @example [
             *       "configuration: not known; did you mean configurations?"
             *     ]
             */
            warnings?: string[];
        };
        /**
         * @example {
         *       "configurations": [
         *         {
         *           "client": "CHROMEGMAILNEW"
         *         },
         *         {
         *           "client": "PLAINTEXT"
         *         }
         *       ]
         *     }
         */
        PrefetchRequest: {
            configurations: {
                /** @description A code of `GET /clients`, in upper or lower case. */
                client: string;
                /**
                 * @description One that `GET /clients/configurations` lists for this email client; `vertical` when it is left out.
                 * @enum {string}
                 */
                orientation?: "vertical" | "horizontal";
                /**
                 * @description One that `GET /clients/configurations` lists for this email client; `allowed` when it is left out.
                 * @enum {string}
                 */
                images?: "allowed" | "blocked";
            }[];
        };
        PreviewList: {
            /** Format: uuid */
            email_guid: string;
            /** @description As `POST /emails` was given it; null for callers without a credential of the email’s account. */
            reference: string | null;
            /** @description Whether previews were asked for and none of them is waiting. */
            complete: boolean;
            counts: components["schemas"]["PreviewCounts"];
            /** @description In the order of `GET /clients`. */
            previews: components["schemas"]["ListedPreview"][];
        };
        /**
         * @example [
         *       {
         *         "rule": "declaration-unsupported",
         *         "what": "position",
         *         "where": {
         *           "line": 12,
         *           "column": 9
         *         },
         *         "count": 2,
         *         "source": "caniemail css-position, 2021-05",
         *         "source_url": "https://www.caniemail.com/features/css-position/",
         *         "effect": "visible",
         *         "basis": "measured_here",
         *         "boxes": [
         *           {
         *             "client": "CHROMEGMAILNEW",
         *             "x": 8,
         *             "y": 120,
         *             "width": 584,
         *             "height": 96
         *           }
         *         ],
         *         "instead": {
         *           "text": "Build the layout with table cells; nothing may depend on a position or an overlap.",
         *           "source": "caniemail css-position",
         *           "source_url": "https://www.caniemail.com/features/css-position/"
         *         }
         *       }
         *     ]
         */
        Changes: {
            /** @description What was done, as a name that stays the same. */
            rule: string;
            /** @description What it was done to, or which part of it. */
            what: string;
            /** @description Where it first happened, counted from 1 in the HTML as it was sent; null for what has no place in it. */
            where: {
                line: number;
                column: number;
            } | null;
            /** @description How often it happened. */
            count: number;
            /** @description Where it is known from that this email client does so. */
            source: string;
            /**
             * Format: uri
             * @description Where a reader finds that source; of several, the first that can be opened. Null if it has no public address, if it is our own default, which begins with `engineering default`, and for the rule `asset-not-fetched`.
             */
            source_url: string | null;
            /**
             * @description Whether it matters in the picture. `other_clients`: what was changed is written for other email clients and would do nothing here, such as a vendor’s prefix, a conditional comment or a web font with a fallback. `none`: the picture stays the same without it. `visible`: all others.
             * @enum {string}
             */
            effect: "visible" | "other_clients" | "none";
            /**
             * @description How the effect is known. `measured_here`: this email was drawn without the change, and the pictures were compared. `measured_elsewhere`: so it was in public templates. `rule`: by what the change is about, and where it was made; `visible` is then not proved.
             * @enum {string}
             */
            basis: "rule" | "measured_elsewhere" | "measured_here";
            /** @description Where the picture of each email client differs without the change, in CSS pixels. Empty unless the effect is `visible` and `measured_here`. */
            boxes: {
                client: string;
                x: number;
                y: number;
                width: number;
                height: number;
            }[];
            instead: components["schemas"]["Instead"];
        }[];
        /** @description What to write instead, for the changes that are met most; null for others, and for what is not visible. */
        Instead: {
            /** @description In English, with markup between backquotes. */
            text: string;
            source: string;
            /** Format: uri */
            source_url: string | null;
        } | null;
        ChangesOfClients: components["schemas"]["ChangeOfClients"][];
        ChangeOfClients: {
            /** @description What was done, as a name that stays the same. */
            rule: string;
            /** @description What it was done to, or which part of it. */
            what: string;
            /** @description Where it first happened, counted from 1 in the HTML as it was sent; null for what has no place in it. */
            where: {
                line: number;
                column: number;
            } | null;
            /** @description How often it happened. */
            count: number;
            /** @description Where it is known from that this email client does so. */
            source: string;
            /**
             * Format: uri
             * @description Where a reader finds that source; of several, the first that can be opened. Null if it has no public address, if it is our own default, which begins with `engineering default`, and for the rule `asset-not-fetched`.
             */
            source_url: string | null;
            /**
             * @description Whether it matters in the picture. `other_clients`: what was changed is written for other email clients and would do nothing here, such as a vendor’s prefix, a conditional comment or a web font with a fallback. `none`: the picture stays the same without it. `visible`: all others.
             * @enum {string}
             */
            effect: "visible" | "other_clients" | "none";
            /**
             * @description How the effect is known. `measured_here`: this email was drawn without the change, and the pictures were compared. `measured_elsewhere`: so it was in public templates. `rule`: by what the change is about, and where it was made; `visible` is then not proved.
             * @enum {string}
             */
            basis: "rule" | "measured_elsewhere" | "measured_here";
            /** @description Where the picture of each email client differs without the change, in CSS pixels. Empty unless the effect is `visible` and `measured_here`. */
            boxes: {
                client: string;
                x: number;
                y: number;
                width: number;
                height: number;
            }[];
            instead: components["schemas"]["Instead"];
            /** @description The email clients that do this, in the same place, as often and with the same effect. */
            clients: string[];
        };
        ComparedChanges: {
            /** @description What the email clients do more often to this email than to `base`; `count` is by how much. */
            began: components["schemas"]["ChangeOfClients"][];
            /** @description What they do less often; the places are those in `base`. */
            ended: components["schemas"]["ChangeOfClients"][];
        };
        Checks: {
            /**
             * Format: uuid
             * @description Null for `POST /checks`, which stores nothing.
             */
            email_guid: string | null;
            /** @description Whether every check has ended. */
            complete: boolean;
            /** @description The email clients that were looked at. */
            clients_checked: string[];
            /** @description How many findings there are of each severity. */
            counts: {
                error: number;
                warning: number;
                note: number;
            };
            checks: {
                /** @enum {string} */
                name: "code" | "effects" | "size" | "images" | "accessibility" | "contrast" | "dark" | "links" | "subject" | "headers" | "template" | "inbox" | "spam";
                /** @enum {string} */
                status: "done" | "running" | "failed" | "unavailable" | "not_applicable";
                /** @description Why the status is another one than `done`. */
                description: string | null;
                /** @description What the check saw beside its findings, such as the number of links. */
                facts: {
                    [key: string]: unknown;
                };
                findings: components["schemas"]["Finding"][];
            }[];
        };
        Finding: {
            /** @description The check, and what is wrong: a name that stays the same. */
            rule: string;
            /**
             * @description `error`: some reader does not get what was meant. `warning`: some readers get it worse. `note`: something to know.
             * @enum {string}
             */
            severity: "error" | "warning" | "note";
            /** @description What it is about: a tag, an address, the words; several with commas between them. */
            what: string;
            /** @description The first place; null for what has no place. */
            where: {
                /**
                 * @description The HTML, the text part, or the header of a whole message.
                 * @enum {string}
                 */
                part: "html" | "text" | "headers";
                /** @description Counted from 1 in that part as it was sent. */
                line: number;
                /** @description Counted from 1, in UTF-16 code units. */
                column: number;
                end_line: number;
                /** @description The column after the last character. */
                end_column: number;
                /** @description What is written there, at most 200 characters of it. */
                snippet: string;
            } | null;
            /** @description All its places in the part of `where`, at most 50. */
            places: {
                line: number;
                column: number;
            }[];
            /** @description In how many places it is. */
            count: number;
            /** @description The email clients in which it is so; null for what is no matter of email clients. */
            clients: string[] | null;
            description: string;
            /** @description Facts for programs, such as a number of bytes; each rule has its own. */
            detail: {
                [key: string]: string | number;
            };
            /** @description Edits that correct it in every place; null where that would need a guess. Apply them from the last to the first. */
            fix: {
                description: string;
                edits: {
                    where: {
                        /**
                         * @description The HTML, the text part, or the header of a whole message.
                         * @enum {string}
                         */
                        part: "html" | "text" | "headers";
                        /** @description Counted from 1 in that part as it was sent. */
                        line: number;
                        /** @description Counted from 1, in UTF-16 code units. */
                        column: number;
                        end_line: number;
                        /** @description The column after the last character. */
                        end_column: number;
                    };
                    text: string;
                }[];
            } | null;
            /**
             * @description How it is known that what email clients change is seen: as for `/changes`. Null for what they do not change.
             * @enum {string|null}
             */
            basis: "rule" | "measured_elsewhere" | "measured_here" | null;
            /** @description Where it is seen in the picture of each email client, in CSS pixels; empty unless measured in this email. */
            boxes: {
                client: string;
                x: number;
                y: number;
                width: number;
                height: number;
            }[];
            /** @description A finding of `code/…` is all that one remedy mends: what email clients change, the worst first. Empty for others. */
            parts: {
                rule: string;
                what: string;
                where: {
                    line: number;
                    column: number;
                } | null;
                clients: string[];
                /** @enum {string} */
                basis: "rule" | "measured_elsewhere" | "measured_here";
                description: string;
            }[];
            /** @description SHA-256. It stays the same for the same finding in a later version of the email, whatever is written above it. */
            fingerprint: string;
            /** @description Where the rule comes from. */
            source: string | null;
            /**
             * Format: uri
             * @description Where a reader finds that; null if it has no public address.
             */
            source_url: string | null;
        };
        ComparedChecks: {
            /** Format: uuid */
            base_guid: string;
            /** Format: uuid */
            email_guid: string;
            /** @description Whether every check of both emails has ended. */
            complete: boolean;
            clients_checked: string[];
            /** @description Checks that were not done of both emails. None of their findings is told. */
            not_compared: ("code" | "effects" | "size" | "images" | "accessibility" | "contrast" | "dark" | "links" | "subject" | "headers" | "template" | "inbox" | "spam")[];
            /** @description Only in `base`; places are those in it. As in `new`, without notes whose `basis` is no proof. */
            gone: components["schemas"]["Finding"][];
            /** @description Only in this email, or in more places of it than in `base`, or worse. */
            new: components["schemas"]["Finding"][];
            /** @description In both, by `fingerprint`, in no more places; places are those in this email. */
            still: components["schemas"]["Finding"][];
        };
        /**
         * @example {
         *       "subject": "Hello",
         *       "html_text": "<img src=\"https://shop.example/a.png\">",
         *       "clients": [
         *         "OL2016"
         *       ],
         *       "only": [
         *         "images"
         *       ]
         *     }
         */
        EmailToCheck: {
            /** @description The HTML part. */
            html_text?: string;
            /** @description The text part. At least one of the two is needed, or `raw_source`. */
            plain_text?: string;
            /** @description A whole MIME message, instead of the parts, the subject and the sender: each byte as the character of that number (ISO 8859-1), whatever charsets the message names. */
            raw_source?: string;
            /** @description Goes into the message that a real email client is given. */
            subject?: string;
            /** @description As `subject`. */
            from_address?: string;
            /** @description As `subject`. */
            from_display_name?: string;
            /** @description Codes of `GET /clients`, at most 50. Left out: those that the user of the access token chose, or the popular ones. */
            clients?: string[];
            /** @description Which checks; left out: all but `effects`. */
            only?: ("code" | "effects" | "size" | "images" | "accessibility" | "contrast" | "dark" | "links" | "subject" | "headers" | "template" | "inbox" | "spam")[];
        };
        CheckRules: {
            rule: string;
            /**
             * @description The most severe of its findings.
             * @enum {string}
             */
            severity: "error" | "warning" | "note";
            title: string;
            /**
             * Format: uri
             * @description What explains it; null if nothing public does.
             */
            explains_url: string | null;
            sources: {
                title: string;
                /** Format: uri */
                url: string | null;
            }[];
        }[];
        CreatedShare: {
            /** Format: uuid */
            share_id: string;
            /** Format: uuid */
            email_guid: string;
            label: string | null;
            shows: ("changes" | "checks" | "source")[];
            /** @description The previews that it shows; null: all of the email’s. */
            configurations: components["schemas"]["RequestedConfiguration"][] | null;
            /**
             * @description `live`: it opens. `disabled`: its account, or the user or the application that made it, is disabled.
             * @enum {string}
             */
            status: "live" | "revoked" | "expired" | "disabled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** @description How often it was opened: requests of one address within 15 minutes count once. */
            views: number;
            /** Format: date-time */
            last_viewed_at: string | null;
            /**
             * Format: uri
             * @description The link. Whoever has it sees what it shows. It is told this once; only its hash is stored.
             */
            url: string;
            /**
             * @description Members of the request that are not known, and were ignored: at most 20 of them. Absent when there is none.
             * @example [
             *       "configuration: not known; did you mean configurations?"
             *     ]
             */
            warnings?: string[];
        };
        /**
         * @example {
         *       "expires_in_s": 86400,
         *       "shows": [
         *         "changes"
         *       ],
         *       "label": "Spring sale"
         *     }
         */
        NewShare: {
            /** @description Seconds until the link ends, at most 180 days; 7 days when it is left out. It never ends later than 180 days after the upload of its email. */
            expires_in_s?: number;
            /** @description The previews that it shows; all of the email’s, also later ones, when it is left out. */
            configurations?: {
                /** @description A code of `GET /clients`, in upper or lower case. */
                client: string;
                /**
                 * @description One that `GET /clients/configurations` lists for this email client; `vertical` when it is left out.
                 * @enum {string}
                 */
                orientation?: "vertical" | "horizontal";
                /**
                 * @description One that `GET /clients/configurations` lists for this email client; `allowed` when it is left out.
                 * @enum {string}
                 */
                images?: "allowed" | "blocked";
            }[];
            /** @description What it shows beside the pictures, copied now and kept as long as the link, also after the 48 hours of the email’s content: what the email clients change (`changes`), what checks have found by now (`checks`), and the email as it was sent (`source`). Nothing when it is left out. */
            shows?: ("changes" | "checks" | "source")[];
            /** @description A title of your choice, which everyone who opens the link sees. */
            label?: string | null;
        };
        ShareList: {
            /** @description Newest first; those that are over are listed for 30 days more. */
            shares: components["schemas"]["Share"][];
            /** @description `before` of the request for older ones; absent when there are none. */
            next?: string;
        };
        Share: {
            /** Format: uuid */
            share_id: string;
            /** Format: uuid */
            email_guid: string;
            label: string | null;
            shows: ("changes" | "checks" | "source")[];
            /** @description The previews that it shows; null: all of the email’s. */
            configurations: components["schemas"]["RequestedConfiguration"][] | null;
            /**
             * @description `live`: it opens. `disabled`: its account, or the user or the application that made it, is disabled.
             * @enum {string}
             */
            status: "live" | "revoked" | "expired" | "disabled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** @description How often it was opened: requests of one address within 15 minutes count once. */
            views: number;
            /** Format: date-time */
            last_viewed_at: string | null;
        };
        Shared: {
            email: components["schemas"]["SharedEmail"];
            label: string | null;
            shows: ("changes" | "checks" | "source")[];
            /** Format: date-time */
            expires_at: string;
            /** @description Whether it shows previews and none of them is waiting. */
            complete: boolean;
            /** @description In the order of `GET /clients`. */
            previews: components["schemas"]["ListedPreview"][];
            /** @description When `shows` has it. */
            changes?: components["schemas"]["ChangeOfClients"][];
            /** @description When `shows` has it: what checks had found when the link was made. A reader begins no measurement. */
            checks?: {
                /**
                 * Format: uuid
                 * @description Null for `POST /checks`, which stores nothing.
                 */
                email_guid: string | null;
                /** @description Whether every check has ended. */
                complete: boolean;
                /** @description The email clients that were looked at. */
                clients_checked: string[];
                /** @description How many findings there are of each severity. */
                counts: {
                    error: number;
                    warning: number;
                    note: number;
                };
                checks: {
                    /** @enum {string} */
                    name: "code" | "effects" | "size" | "images" | "accessibility" | "contrast" | "dark" | "links" | "subject" | "headers" | "template" | "inbox" | "spam";
                    /** @enum {string} */
                    status: "done" | "running" | "failed" | "unavailable" | "not_applicable";
                    /** @description Why the status is another one than `done`. */
                    description: string | null;
                    /** @description What the check saw beside its findings, such as the number of links. */
                    facts: {
                        [key: string]: unknown;
                    };
                    findings: components["schemas"]["Finding"][];
                }[];
            };
            /** @description When `shows` has it. */
            source?: {
                html_text: string | null;
                plain_text: string | null;
                subject: string | null;
                from_address: string | null;
                from_display_name: string | null;
                /** @description What a whole message has beside what is shown; email clients list it by name and size. At most 100. */
                attachments: {
                    /** @description The file name; empty without one. */
                    name: string;
                    content_type: string;
                    /** @description Without transfer encoding. */
                    octets: number;
                }[];
            };
        };
        /** @description Without the guid, with which other previews could be seen and asked for, and without the account’s own names. */
        SharedEmail: {
            /** @description Null without one. Null also once the content is erased, unless the link shows the source. */
            subject: string | null;
            /** @description The `<title>` of its HTML; null without one, and once the content is erased. */
            title: string | null;
            /** @description As `subject`. */
            from_address: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            takes_captures_until: string;
            /** @enum {string} */
            content: "kept" | "erased";
            counts: components["schemas"]["PreviewCounts"];
        };
        /**
         * @description Sorted.
         * @example [
         *       "ANDROID10GMAILAPP",
         *       "ANDROID10GMAILAPPDARK",
         *       "ANDROID11GMAILAPP",
         *       "ANDROID12GMAILAPP",
         *       "ANDROID12GMAILAPPDARK",
         *       "ANDROID13GMAILAPP",
         *       "ANDROID13GMAILAPPDARK",
         *       "ANDROID14GMAILAPP",
         *       "ANDROID14GMAILAPPDARK",
         *       "ANDROID15GMAILAPP",
         *       "ANDROID15GMAILAPPDARK",
         *       "ANDROID15OUTLOOK",
         *       "ANDROID15OUTLOOKDARK",
         *       "ANDROID16GMAILAPP",
         *       "ANDROID16GMAILAPPDARK",
         *       "ANDROID16OUTLOOK",
         *       "ANDROID16OUTLOOKDARK",
         *       "ANDROID6",
         *       "ANDROID71GMAILAPP",
         *       "ANDROID8GMAILAPP",
         *       "ANDROID9GMAILAPP",
         *       "ANDROIDGMAILAPP",
         *       "ANDROIDGMAILIMAP",
         *       "ANDROIDOUTLOOK",
         *       "ANDROIDOUTLOOKDARK",
         *       "ANDROIDSAMSUNG10",
         *       "ANDROIDSAMSUNG12",
         *       "ANDROIDSAMSUNG12DARK",
         *       "ANDROIDSAMSUNG13",
         *       "ANDROIDSAMSUNG13DARK",
         *       "ANDROIDSAMSUNG14",
         *       "ANDROIDSAMSUNG14DARK",
         *       "ANDROIDSAMSUNG15",
         *       "ANDROIDSAMSUNG15DARK",
         *       "ANDROIDSAMSUNG16",
         *       "ANDROIDSAMSUNG16DARK",
         *       "ANDROIDSAMSUNG6",
         *       "ANDROIDSAMSUNG7",
         *       "AOLANDROID",
         *       "AOLIOS",
         *       "AOLONLINE",
         *       "AOLONLINEDARK",
         *       "APPMAIL13",
         *       "APPMAIL13DARK",
         *       "APPMAIL14",
         *       "APPMAIL14DARK",
         *       "APPMAIL15",
         *       "APPMAIL15DARK",
         *       "APPMAIL16",
         *       "APPMAIL16DARK",
         *       "APPMAIL17",
         *       "APPMAIL17DARK",
         *       "APPMAIL18",
         *       "APPMAIL18DARK",
         *       "APPMAIL26",
         *       "APPMAIL26DARK",
         *       "APPMAIL27",
         *       "APPMAIL27DARK",
         *       "CHROMEAOLONLINE",
         *       "CHROMEAOLONLINEDARK",
         *       "CHROMECOMCAST",
         *       "CHROMEFREENETDE",
         *       "CHROMEGMAILNEW",
         *       "CHROMEGMXDE",
         *       "CHROMEGOOGLEAPPS",
         *       "CHROMEMAILRU",
         *       "CHROMEOFFICE365",
         *       "CHROMEOFFICE365DARK",
         *       "CHROMEOUTLOOKCOM",
         *       "CHROMEOUTLOOKCOMDARK",
         *       "CHROMETONLINEDE",
         *       "CHROMEWEBDE",
         *       "CHROMEYAHOO",
         *       "CHROMEYAHOODARK",
         *       "COLORBLIND",
         *       "COMCAST",
         *       "FASTMAIL",
         *       "FFAOLONLINE",
         *       "FFAOLONLINEDARK",
         *       "FFCOMCAST",
         *       "FFFREENETDE",
         *       "FFGMAILNEW",
         *       "FFGMXDE",
         *       "FFGOOGLEAPPS",
         *       "FFMAILRU",
         *       "FFOFFICE365",
         *       "FFOFFICE365DARK",
         *       "FFOUTLOOKCOM",
         *       "FFOUTLOOKCOMDARK",
         *       "FFTONLINEDE",
         *       "FFWEBDE",
         *       "FFYAHOO",
         *       "FFYAHOODARK",
         *       "FREEFR",
         *       "FREENETDE",
         *       "GMAILIOS",
         *       "GMAILIOS26",
         *       "GMAILIOS26DARK",
         *       "GMAILIOS27",
         *       "GMAILIOS27DARK",
         *       "GMAILIOSDARK",
         *       "GMAILIOSIMAP",
         *       "GMAILMOBILEWEB",
         *       "GMAILNEW",
         *       "GMXDE",
         *       "GOOGLEAPPS",
         *       "HEY",
         *       "IONOS",
         *       "IPAD",
         *       "IPADA16",
         *       "IPADA16DARK",
         *       "IPADA16IOS27",
         *       "IPADA16IOS27DARK",
         *       "IPADAIR11IN",
         *       "IPADAIR11INDARK",
         *       "IPADAIR13IN",
         *       "IPADAIR13INDARK",
         *       "IPADAIRGEN4",
         *       "IPADGEN10",
         *       "IPADGEN10DARK",
         *       "IPADGEN7",
         *       "IPADGEN7DARK",
         *       "IPADMINI6",
         *       "IPADMINI6DARK",
         *       "IPADMINI7",
         *       "IPADMINI7DARK",
         *       "IPADPRO10P5IN",
         *       "IPADPRO11IN",
         *       "IPADPRO13IN",
         *       "IPADPROM4P11IN",
         *       "IPADPROM4P11INDARK",
         *       "IPADPROM4P13IN",
         *       "IPADPROM4P13INDARK",
         *       "IPHONE11",
         *       "IPHONE11IOS14",
         *       "IPHONE11IOS14DARK",
         *       "IPHONE11PRO",
         *       "IPHONE11PRODARK",
         *       "IPHONE11PROMAX",
         *       "IPHONE12",
         *       "IPHONE12DARK",
         *       "IPHONE12MINI",
         *       "IPHONE12MINIDARK",
         *       "IPHONE12PROMAX",
         *       "IPHONE12PROMAXDARK",
         *       "IPHONE13",
         *       "IPHONE13DARK",
         *       "IPHONE13PROMAX",
         *       "IPHONE13PROMAXDARK",
         *       "IPHONE14",
         *       "IPHONE14DARK",
         *       "IPHONE14PLUS",
         *       "IPHONE14PLUSDARK",
         *       "IPHONE14PROMAX",
         *       "IPHONE14PROMAXDARK",
         *       "IPHONE15",
         *       "IPHONE15DARK",
         *       "IPHONE15PLUS",
         *       "IPHONE15PLUSDARK",
         *       "IPHONE15PROMAX",
         *       "IPHONE15PROMAXDARK",
         *       "IPHONE16",
         *       "IPHONE16DARK",
         *       "IPHONE16IOS26",
         *       "IPHONE16IOS26DARK",
         *       "IPHONE16PLUS",
         *       "IPHONE16PLUSDARK",
         *       "IPHONE16PROMAX",
         *       "IPHONE16PROMAXDARK",
         *       "IPHONE17",
         *       "IPHONE17DARK",
         *       "IPHONE17IOS27",
         *       "IPHONE17IOS27DARK",
         *       "IPHONE17PROMAX",
         *       "IPHONE17PROMAXDARK",
         *       "IPHONE8",
         *       "IPHONE8PLUS",
         *       "IPHONEAIR",
         *       "IPHONEAIRDARK",
         *       "IPHONESE",
         *       "IPHONESE2020",
         *       "IPHONEXR",
         *       "IPHONEXS",
         *       "IPHONEXSMAX",
         *       "K9MAIL",
         *       "K9MAILDARK",
         *       "LAPOSTE",
         *       "LYNX",
         *       "MAILRU",
         *       "NOTES10",
         *       "NOTES85",
         *       "NOTES9",
         *       "OFFICE365",
         *       "OFFICE365DARK",
         *       "OL2007",
         *       "OL2010",
         *       "OL2013",
         *       "OL2013DPI120",
         *       "OL2015",
         *       "OL2016",
         *       "OL2016DPI120",
         *       "OL2019",
         *       "OL2019DARK",
         *       "OL2019DPI120",
         *       "OL2019MAC",
         *       "OL2019MACDARK",
         *       "OL2021",
         *       "OL2021DARK",
         *       "OL2021DPI120",
         *       "OL2024",
         *       "OL2024DARK",
         *       "OL365",
         *       "OL365DARK",
         *       "OL365DPI120",
         *       "ORANGE",
         *       "OUTLOOKCOM",
         *       "OUTLOOKCOMDARK",
         *       "OUTLOOKIOS",
         *       "OUTLOOKIOS26",
         *       "OUTLOOKIOS26DARK",
         *       "OUTLOOKIOS27",
         *       "OUTLOOKIOS27DARK",
         *       "OUTLOOKIOSDARK",
         *       "OUTLOOKNEW",
         *       "OUTLOOKNEWDARK",
         *       "OUTLOOKNEWMAC",
         *       "OUTLOOKNEWMACDARK",
         *       "PLAINTEXT",
         *       "PROTONANDROID",
         *       "PROTONIOS",
         *       "PROTONMAIL",
         *       "ROUNDCUBE",
         *       "ROUNDCUBEMOBILE",
         *       "SFR",
         *       "THUNDERBIRDANDROID",
         *       "THUNDERBIRDANDROIDDARK",
         *       "THUNDERBIRDDARK",
         *       "THUNDERBIRDLATEST",
         *       "TONLINEDE",
         *       "W3M",
         *       "WEBDE",
         *       "WINDOWS10MAIL",
         *       "WPPL",
         *       "YAHOO",
         *       "YAHOOANDROID",
         *       "YAHOODARK",
         *       "YAHOOIOS"
         *     ]
         */
        EmailClientCodes: string[];
        /** @description By code. */
        Configurations: {
            [key: string]: components["schemas"]["Configuration"];
        };
        Configuration: {
            /**
             * @description With the version that runs at the moment, if one runs and the pictures are taken in it (`fidelity` is `client`).
             * @example Gmail
             * @example Thunderbird 153
             */
            name: string;
            /** @example Web-based */
            group: string;
            /** @example Chrome */
            platform: string;
            /**
             * @description `unavailable`: nothing that draws this email client is running at the moment.
             * @enum {string}
             */
            status: "normal" | "unavailable";
            /** @description `drawn_by` of the previews that its running workers capture: one, but while they are updated. */
            drawn_by: string[];
            /** @description Why it is `unavailable`; absent otherwise. */
            status_reason?: string;
            /** @description What `orientation` may be for this email client. */
            orientation_options: ("vertical" | "horizontal")[];
            /** @description What `images` may be for this email client. */
            images_options: ("allowed" | "blocked")[];
            /**
             * @description Device pixels of its pictures for each CSS pixel: the `width` of a preview divided by it is the width in which the email client shows the message.
             * @example 1
             * @example 3
             */
            pixel_ratio: number;
            /**
             * @description How near to the truth pictures are. `client`: taken in that very email client. `engine`: the client draws mail nearly unfiltered in an engine family that really runs here. `emulated`: the client’s own filtering and layout are rules that we apply, then an engine draws.
             * @enum {string}
             */
            fidelity: "client" | "engine" | "emulated";
            /**
             * @description What draws it.
             * @example chromium
             */
            engine: string;
            /**
             * @description The month of the newest source for what this email client does: of the real pictures if it is measured, of our last run if the program itself runs here. What the client has changed since is not in its pictures.
             * @example 2025-07
             */
            as_of: string;
            /**
             * @description How far its pictures can be trusted. `measured`: they stand beside real pictures of it, or the program itself makes them. `documented`: its rules come from tests or texts published about this email client, in this version or, where it updates itself, the newest. `assumed`: its rules are those of its nearest relative, as nothing published says how it differs.
             * @enum {string}
             */
            confidence: "measured" | "documented" | "assumed";
        };
        CreatedWebhook: {
            /** Format: uuid */
            webhook_id: string;
            url: string;
            event_types: ("email.checks_finished" | "email.previews_finished" | "preview.captured" | "preview.failed")[];
            description: string | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description Why it is disabled: you did it, the operator of this service did, it answered 410 (`gone`), or it failed for 5 days (`failing`). Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "operator" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description The first failure since the last success; null while it takes what it is sent.
             */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * @description Verifies the messages. It is shown this once: keep it on your server.
             * @example whsec_…
             */
            secret: string;
        };
        /**
         * @example {
         *       "url": "https://you.example.com/webhooks",
         *       "event_types": [
         *         "email.previews_finished"
         *       ]
         *     }
         */
        NewWebhook: {
            /**
             * @description Where messages are sent: https, without user information and fragment, at a public address. Redirects are not followed.
             * @example https://you.example.com/webhooks
             */
            url: string;
            /**
             * @description What the endpoint is told.
             * @example [
             *       "email.previews_finished"
             *     ]
             */
            event_types: ("email.checks_finished" | "email.previews_finished" | "preview.captured" | "preview.failed")[];
            /** @description Your own words. */
            description?: string | null;
        };
        WebhookList: {
            /** @description Oldest first. */
            webhooks: components["schemas"]["Webhook"][];
        };
        Webhook: {
            /** Format: uuid */
            webhook_id: string;
            url: string;
            event_types: ("email.checks_finished" | "email.previews_finished" | "preview.captured" | "preview.failed")[];
            description: string | null;
            /** @enum {string} */
            status: "enabled" | "disabled";
            /**
             * @description Why it is disabled: you did it, the operator of this service did, it answered 410 (`gone`), or it failed for 5 days (`failing`). Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "operator" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description The first failure since the last success; null while it takes what it is sent.
             */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @example {
         *       "status": "enabled"
         *     }
         */
        WebhookChanges: {
            /**
             * @description Where messages are sent: https, without user information and fragment, at a public address. Redirects are not followed.
             * @example https://you.example.com/webhooks
             */
            url?: string;
            /**
             * @description What the endpoint is told.
             * @example [
             *       "email.previews_finished"
             *     ]
             */
            event_types?: ("email.checks_finished" | "email.previews_finished" | "preview.captured" | "preview.failed")[];
            /** @description Your own words. */
            description?: string | null;
            /**
             * @description To a disabled endpoint nothing is sent, and no new messages are kept for it.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        RotatedSecret: {
            /**
             * @description Verifies the messages. It is shown this once: keep it on your server.
             * @example whsec_…
             */
            secret: string;
            /**
             * Format: date-time
             * @description Until then each message has two signatures, one with each secret.
             */
            previous_secret_signs_until: string;
        };
        SentMessage: {
            /** @description Finds it in the list of deliveries. */
            message_id: string;
        };
        DeliveryList: {
            /** @description Newest first. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description `before` of the request for older ones; absent when there are none. */
            next?: string;
        };
        Delivery: {
            message_id: string;
            /** @enum {string} */
            type: "email.checks_finished" | "email.previews_finished" | "preview.captured" | "preview.failed" | "webhook.test";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** Format: uuid */
            email_guid: string | null;
            /**
             * @description `pending` until the endpoint takes it; `failed` after the last attempt.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description The last 20, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /** Format: date-time */
            at: string;
            /** @description Null when there was no answer. */
            status_code: number | null;
            /**
             * @description Why there was no answer: the URL is no longer allowed, its host has no address or one that is not public, its certificate does not hold, the connection failed, or no answer came within 15 seconds. Null with an answer.
             * @enum {string|null}
             */
            error: "url" | "no_public_address" | "certificate" | "connection" | "too_slow" | "not_offered" | null;
            /** @description The first 512 characters of the answer’s body. */
            answer: string;
            duration_ms: number;
        };
        /** @description The oldest day first; days without any use are left out. */
        Usage: {
            /** Format: date */
            day: string;
            /** @description With `group=end_user_id` only; null for emails that named none. */
            end_user_id?: string | null;
            /** @description Emails that were posted that day. */
            emails: number;
            /** @description Previews that were captured that day. */
            captures: number;
            /** @description The part of `captures` that callers without a credential of the account asked for first, such as an `<img>`. */
            captures_without_credential: number;
            /** @description Pictures that were drawn to see which changes of email clients are seen; no part of `captures`. */
            effect_pictures: number;
        }[];
        Tokens: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds that the access token is still valid. */
            expires_in: number;
            /** @description Works once, for 60 days. Keep the newest. */
            refresh_token: string;
            /** @enum {string} */
            scope: "full";
            /** @description Unix seconds. */
            created_at: number;
        };
        /** @description An error of RFC 6749 §5.2. */
        OAuthError: {
            /** @example invalid_grant */
            error: string;
            error_description?: string;
        };
        /**
         * @example {
         *       "grant_type": "authorization_code",
         *       "client_id": "pas_cid_…",
         *       "client_secret": "pas_sec_…",
         *       "code": "pas_cod_…",
         *       "redirect_uri": "https://you.example.com/callback"
         *     }
         */
        TokenRequest: {
            /** @enum {string} */
            grant_type: "authorization_code" | "refresh_token";
            /** @description With `authorization_code`: the code of the callback. */
            code?: string;
            /** @description With `authorization_code`: as it was sent to authorize. */
            redirect_uri?: string;
            /** @description With `authorization_code`, when a `code_challenge` was sent (RFC 7636). */
            code_verifier?: string;
            /** @description With `refresh_token`: the newest one. */
            refresh_token?: string;
            /**
             * @description With `refresh_token`; there is no other scope.
             * @enum {string}
             */
            scope?: "full";
            /** @description Yours; left out with HTTP Basic. */
            client_id?: string;
            /** @description Yours; left out with HTTP Basic. */
            client_secret?: string;
        };
        /**
         * @example {
         *       "token": "pas_ref_…",
         *       "client_id": "pas_cid_…",
         *       "client_secret": "pas_sec_…"
         *     }
         */
        RevocationRequest: {
            /** @description Either token of a pair; both end. */
            token: string;
            /** @description Yours; left out with HTTP Basic. */
            client_id?: string;
            /** @description Yours; left out with HTTP Basic. */
            client_secret?: string;
        };
        /** @description The document of RFC 8414. */
        AuthorizationServerMetadata: {
            /** Format: uri */
            issuer: string;
            /** Format: uri */
            authorization_endpoint: string;
            /** Format: uri */
            token_endpoint: string;
            /** Format: uri */
            revocation_endpoint: string;
        } & {
            [key: string]: unknown;
        };
        CurrentUser: {
            user: {
                /**
                 * @description Stays the same for the life of the user.
                 * @example 42
                 */
                id: number;
                /** @example Ada Lovelace */
                full_name: string;
                /** @example Ada */
                first_name: string;
                /** @example Lovelace */
                last_name: string;
                /**
                 * @description The language that the user chose for our pages, an RFC 5646 tag; null: none, so their browser’s.
                 * @example de
                 * @example null
                 */
                language: string | null;
            };
        };
        DefaultEmailClients: {
            clients: {
                /**
                 * @description As in the preview paths.
                 * @example CHROMEGMAILNEW
                 */
                code: string;
                /** @example Gmail */
                name: string;
                /** @example Web-based */
                group: string;
                /** @example Chrome */
                platform: string;
            }[];
        };
        EmailClientSets: {
            sets: {
                /**
                 * @description Stays the same for the life of the set.
                 * @example 7
                 */
                id: number;
                /**
                 * @description Unique for the user.
                 * @example Outlook check
                 */
                name: string;
                /**
                 * @description Codes, as in the preview paths; at least one.
                 * @example [
                 *       "OL2016"
                 *     ]
                 */
                clients: string[];
            }[];
        };
        ConfigurationUrl: {
            /**
             * Format: uri
             * @description Opaque. Valid for 7 days, as often as one likes; it signs nobody in.
             */
            configuration_url: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
