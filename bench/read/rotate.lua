-- wrk -s rotate.lua URL -- FILE: asks for the lines of FILE in turn; each is a path, an entity tag and an
-- authorization to send, and the JSON body of a POST, with tabs between.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, tag, authorization, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = {}
    if tag ~= "" then headers["If-None-Match"] = tag end
    if authorization ~= "" then headers["Authorization"] = authorization end
    if body == "" then
      requests[#requests + 1] = wrk.format("GET", path, headers)
    else
      headers["Content-Type"] = "application/json"
      requests[#requests + 1] = wrk.format("POST", path, headers, body)
    end
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
