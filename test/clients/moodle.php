<?php
// The repository plugin of Moodle: PHP's curl by the class that Moodle has for it, and before that by Guzzle.

require __DIR__ . '/converse.php';

class Moodle {
    private string $base;
    private array $headers;

    public function __construct() {
        $this->base = getenv('BASE_URL');
        $this->headers = ['Authorization: Token ' . getenv('TOKEN'), 'Content-Type: application/json'];
    }

    /** What the file picker is given: an entry for each video and extension, by what the plugin reads of them. */
    public function listing(array $given, int $page_size, string $search_as, bool $is_old = false): array {
        $params = ['username' => $given['username'], 'format' => 'json', 'encoding_in_progress' => 'False'];
        $params['extensions'] = $given['extensions'];
        if (isset($given['search'])) {
            $params[$search_as] = $given['search'];
        }
        if (!empty($given['page'])) {
            $params['page'] = $given['page'];
        }
        $answer = $this->get('/rest/videos/user_videos/?', $params, $is_old);
        $entries = [];
        foreach ($answer->results as $result) {
            $video = $result->video_data;
            foreach ($video->video_files as $extension => $files) {
                $entries[] = [
                    'title' => $video->title . $files[0]->extension,
                    'url' => 'https:' . $video->full_url,
                    'source' => $result->id,
                    'author' => $video->owner,
                    'mediatype' => $video->mediatype,
                    'modified' => strtotime($result->date_added),
                    'created' => $result->date_evt === null ? null : strtotime($result->date_evt),
                    'duration' => $result->duration,
                    'thumbnail' => 'https:' . $video->thumbnail,
                ];
            }
        }
        return [
            'entries' => $entries,
            'pages' => (int) ceil($answer->count / $page_size),
            'total' => $answer->count,
        ];
    }

    /** Where the browser is sent to for a file: the last of the list is the best, the first the lower. */
    public function file(int $video, string $filename, string $kind, string $quality): ?string {
        $extension = explode('.', $filename)[1];
        $params = ['format' => 'json', 'video' => $video, 'extension' => $extension];
        $files = $this->get("/rest/encodings_$kind/{$kind}_encodedfiles/?", $params, false);
        if (!$files) {
            return null;
        }
        return ($quality === 'best' ? array_pop($files) : array_shift($files))->source_file;
    }

    public function exists(int $video): bool {
        $found = $this->get("/rest/videos/$video/?", ['format' => 'json', 'encoding_in_progress' => 'False'], false);
        return isset($found->id);
    }

    /** Moodle's own class puts the query behind the question mark that is there; Guzzle in its place, and raises a 4xx. */
    private function get(string $path, array $params, bool $is_old): mixed {
        $query = http_build_query($params, '', '&');
        $curl = curl_init($this->base . ($is_old ? rtrim($path, '?') . '?' : $path . '&') . $query);
        curl_setopt_array($curl, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HTTPHEADER => $this->headers,
            CURLOPT_USERAGENT => 'MoodleBot/1.0',
            CURLOPT_ENCODING => '',
            CURLOPT_FOLLOWLOCATION => true,
            CURLOPT_CAINFO => getenv('CERTIFICATE'),
        ]);
        $body = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($body === false || ($is_old && $status >= 400)) {
            throw new Refused($status, $body === false ? curl_error($curl) : $body);
        }
        return json_decode($body);
    }
}

converse(new Moodle());
